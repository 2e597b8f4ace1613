// SPDX-License-Identifier: Apache-2.0
// Estimates when the work on a packet will be done, from the packets before it. So the thread that
// waits for the packet can be awake in time, and the worker need not wake it: to wake a thread
// takes the worker longer than all else in the hand-over.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>
#include <optional>

namespace orbweaver::component {

/// Not thread-safe.
class ServicePace {
 public:
  /// How long before the expected end to be awake, as a virtual machine wakes late, and how long
  /// after it to go on looking.
  static constexpr Nanoseconds kEarly = std::chrono::microseconds(200);
  static constexpr Nanoseconds kLate = std::chrono::microseconds(100);

  /// The work on a packet took so long.
  void record(Nanoseconds service) noexcept {
    const auto [least, most] = std::minmax(service, last_);
    is_regular_ = most - least < kLate && least > 4 * kEarly;
    last_ = service;
  }
  /// When work that began at `started` will end; nothing if the last ones were too unlike each
  /// other, or too short for it to pay.
  [[nodiscard]] std::optional<TimePoint> expected_end(TimePoint started) const noexcept {
    if (!is_regular_) return std::nullopt;
    return started + last_;
  }

 private:
  Nanoseconds last_{0};
  bool is_regular_ = false;
};

}  // namespace orbweaver::component
