// SPDX-License-Identifier: Apache-2.0
// The state of an application: pure decisions, made under the lock of its deployment.
//
//              creation fails
//   creating ─────────────────► failed
//    │   │
//    │   │ all steps done       start               stop
//    │   └────────────► ready ─────────► running ─────────► stopped
//    │                   │ │               │  ▲                │ │
//    │                   │ └──── stop ─────┼──┼───────────────►│ │
//    │                   │                 │  └──── start ─────┘ │
//    │ release           │ release         │ release             │ release
//    ▼                   ▼                 ▼                     ▼
//   releasing ◄──────────┴─────────────────┴─────────────────────┘
//    │
//    └─ all given back ─► released
//
// Invariants: `failed` and `released` are final, and in both nothing of the application is
// left outside but what its reports name. To start an application that runs, or to stop one that is
// stopped, changes nothing. A release during creation ends it: the thread that creates gives
// everything back, and the state goes from `releasing` to `released`.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

namespace orbweaver::deploy {

enum class DeploymentState { creating, ready, running, stopped, releasing, released, failed };
inline constexpr std::size_t kStates = 7;

[[nodiscard]] constexpr std::string_view name_of(DeploymentState state) noexcept {
  constexpr std::array<std::string_view, kStates> kNames{
      "creating", "ready", "running", "stopped", "releasing", "released", "failed"};
  return kNames[static_cast<std::size_t>(state)];
}

class ApplicationState {
 public:
  [[nodiscard]] constexpr DeploymentState now() const noexcept { return now_; }

  [[nodiscard]] static constexpr bool is_legal(DeploymentState from, DeploymentState to) noexcept {
    switch (from) {
      case DeploymentState::creating:
        return to == DeploymentState::ready || to == DeploymentState::failed ||
               to == DeploymentState::releasing;
      case DeploymentState::ready:
      case DeploymentState::running:
      case DeploymentState::stopped:
        return to == DeploymentState::running || to == DeploymentState::stopped ||
               to == DeploymentState::releasing;
      case DeploymentState::releasing:
        return to == DeploymentState::released;
      case DeploymentState::released:
      case DeploymentState::failed:
        return false;
    }
    return false;
  }

  /// Goes to `next` if that is legal; otherwise false, and nothing changes.
  [[nodiscard]] constexpr bool go_to(DeploymentState next) noexcept {
    if (!is_legal(now_, next)) return false;
    now_ = next;
    return true;
  }

  [[nodiscard]] constexpr bool is_final() const noexcept {
    return now_ == DeploymentState::released || now_ == DeploymentState::failed;
  }
  /// Whether start, stop and release find a complete application.
  [[nodiscard]] constexpr bool is_complete() const noexcept {
    return now_ == DeploymentState::ready || now_ == DeploymentState::running ||
           now_ == DeploymentState::stopped;
  }

 private:
  DeploymentState now_ = DeploymentState::creating;
};

}  // namespace orbweaver::deploy
