// SPDX-License-Identifier: Apache-2.0
// The life of a component: which calls of CF::LifeCycle and CF::Resource are legal when, and what
// they do. Pure decisions, made under the servant's lock.
//
//                  initialize             start                   stop
//   constructed ──────────────► initialised ─────────► started ─────────► stopped
//        │                          │                  │   ▲                │  │
//        │                          │                  │   └────────────────┘  │
//        │                          │                  │         start         │
//        └──────────────┬───────────┴──────────────────┴───────────────────────┘
//                       │ releaseObject (a started component is stopped first)
//                       ▼
//                   released
//
//   call            constructed   initialised   started   stopped   released
//   initialize      run           refuse        refuse    refuse    refuse
//   start           refuse        run           nothing   run       refuse
//   stop            nothing       nothing       run       nothing   nothing
//   releaseObject   run           run           run       run       nothing
//
// A step that the component fails leaves the state as it was, so it may be tried again. Release is
// final: what fails in it is reported, and the component is gone.
#pragma once
#include <string_view>

namespace orbweaver::resource {

class Life {
 public:
  enum class State { constructed, initialised, started, stopped, released };
  /// run: the component carries the step out, and then succeeded() is called if it did; nothing: it
  /// is done already; refuse: the step is not legal in this state.
  enum class Step { run, nothing, refuse };

  [[nodiscard]] constexpr State state() const noexcept { return state_; }

  [[nodiscard]] constexpr Step initialize() const noexcept {
    return state_ == State::constructed ? Step::run : Step::refuse;
  }
  [[nodiscard]] constexpr Step start() const noexcept {
    if (state_ == State::started) return Step::nothing;
    return state_ == State::initialised || state_ == State::stopped ? Step::run : Step::refuse;
  }
  [[nodiscard]] constexpr Step stop() const noexcept {
    return state_ == State::started ? Step::run : Step::nothing;
  }

  /// Requires: the step's decision was `run`.
  constexpr void initialised() noexcept { state_ = State::initialised; }
  constexpr void started() noexcept { state_ = State::started; }
  constexpr void stopped() noexcept { state_ = State::stopped; }

  /// Decides the steps of a release. The component counts as released from now on.
  enum class Release { stop_and_release, release, nothing };
  [[nodiscard]] constexpr Release release() noexcept {
    const auto before = state_;
    state_ = State::released;
    if (before == State::released) return Release::nothing;
    return before == State::started ? Release::stop_and_release : Release::release;
  }

 private:
  State state_ = State::constructed;
};

/// "constructed", "initialised", "started", "stopped" or "released".
[[nodiscard]] constexpr std::string_view name_of(Life::State state) noexcept {
  switch (state) {
    case Life::State::constructed:
      return "constructed";
    case Life::State::initialised:
      return "initialised";
    case Life::State::started:
      return "started";
    case Life::State::stopped:
      return "stopped";
    case Life::State::released:
      return "released";
  }
  return "?";
}

}  // namespace orbweaver::resource
