// SPDX-License-Identifier: Apache-2.0
// How far an ORB is from its end: pure decisions, made under the ORB's lock.
//
//             requested              begins             ends
//     running ─────────► is_requested ─────► under_way ──────► over
//        └───────────────────────────────────────▲
//                      begins
//
// One thread alone carries the shutdown out, and no phase comes back.
#pragma once

namespace orbweaver::engine {

class ShutdownPhase {
 public:
  enum class Phase { running, is_requested, under_way, over };

  [[nodiscard]] constexpr Phase phase() const noexcept { return phase_; }
  [[nodiscard]] constexpr bool was_requested() const noexcept { return phase_ != Phase::running; }
  [[nodiscard]] constexpr bool has_begun() const noexcept { return phase_ >= Phase::under_way; }
  [[nodiscard]] constexpr bool is_over() const noexcept { return phase_ == Phase::over; }

  constexpr void requested() noexcept {
    if (phase_ == Phase::running) phase_ = Phase::is_requested;
  }
  /// Whether the caller carries it out. False: it has begun before.
  [[nodiscard]] constexpr bool begins() noexcept {
    if (has_begun()) return false;
    phase_ = Phase::under_way;
    return true;
  }
  /// The thread that has carried out the shutdown calls it.
  constexpr void ends() noexcept { phase_ = Phase::over; }

 private:
  Phase phase_ = Phase::running;
};

}  // namespace orbweaver::engine
