// SPDX-License-Identifier: Apache-2.0
// Decides whether a client's connection is idle and may be closed. The server is asked first, since
// its answer proves that it has read everything.
//
//   in use ─ quiet for so long ─► due ─ asked ─► asked ─ answered ─► answered: close it
//      ▲                                           │                   │
//      └────────────── a request was sent ─────────┴───────────────────┘
#pragma once
#include <orbweaver/base/clock.hpp>

#include <cstdint>

namespace orbweaver::client {

/// The decision of one connection. Pure; requires the connection's lock.
class IdleProbe {
 public:
  enum class State { in_use, due, asked, answered };

  /// Returns the state at the time `at`. A changed `next_request_id` says that a request was sent.
  /// If the connection is in use, an earlier question is void.
  [[nodiscard]] State look(bool is_in_use, std::uint32_t next_request_id, TimePoint at,
                           Nanoseconds idle) noexcept {
    if (is_in_use || next_request_id != seen_request_id_) {
      seen_request_id_ = next_request_id;
      quiet_since_ = at;
      state_ = State::in_use;
      return state_;
    }
    if (state_ != State::in_use) return state_;
    return at - quiet_since_ >= idle ? State::due : State::in_use;
  }
  /// Whether the question may use `id`, which its caller took: no other thread took one since
  /// look().
  [[nodiscard]] bool take_id(std::uint32_t id) noexcept {
    if (id != seen_request_id_) return false;
    seen_request_id_ = id + 1;
    return true;
  }
  /// Notes that the question `id` was sent; `given` is the number of messages that were sent until
  /// then, with the question (SendQueue).
  void note_asked(std::uint32_t id, std::uint64_t given) noexcept {
    state_ = State::asked;
    id_ = id;
    given_ = given;
  }
  void note_answer(std::uint32_t id) noexcept {
    if (state_ == State::asked && id == id_) state_ = State::answered;
  }
  /// Returns the `given` of note_asked(), and begins anew. Requires: answered.
  [[nodiscard]] std::uint64_t take_given() noexcept {
    state_ = State::in_use;
    return given_;
  }

 private:
  State state_ = State::in_use;  // due is not kept: it follows from the time
  std::uint32_t seen_request_id_ = 0, id_ = 0;
  std::uint64_t given_ = 0;
  TimePoint quiet_since_ = now();
};

}  // namespace orbweaver::client
