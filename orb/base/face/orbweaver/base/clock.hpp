// SPDX-License-Identifier: Apache-2.0
// Monotonic time. One clock for every process of a machine (CLOCK_MONOTONIC), in nanoseconds.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

namespace orbweaver {

/// The unit of every timeout and time of the product.
using Nanoseconds = std::chrono::nanoseconds;
/// A moment of the monotonic clock: not of the calendar, and not comparable between machines.
using TimePoint = std::chrono::steady_clock::time_point;

/// The moment of the call, by the monotonic clock. Threads: any.
inline TimePoint now() noexcept { return std::chrono::steady_clock::now(); }

/// CLOCK_MONOTONIC in nanoseconds, as it travels in packets and results.
inline std::int64_t monotonic_ns() noexcept {
  return std::chrono::duration_cast<Nanoseconds>(now().time_since_epoch()).count();
}

/// The moment until which an operation may block; or never: then it blocks without a limit. A value
/// type.
class Deadline {
 public:
  /// No limit.
  static Deadline never() noexcept { return Deadline{}; }
  /// This moment, which may have passed.
  static Deadline at(TimePoint moment) noexcept { return Deadline{moment}; }
  /// `timeout` from now; zero or less means never, as a RelativeRoundtripTimeout of 0 does.
  static Deadline after(Nanoseconds timeout) noexcept {
    return timeout.count() <= 0 ? never() : at(now() + timeout);
  }

  /// True if there is no limit.
  [[nodiscard]] bool is_never() const noexcept { return !moment_; }
  /// False if there is no limit. Reads the clock.
  [[nodiscard]] bool has_passed() const noexcept { return moment_ && now() >= *moment_; }
  /// The time that is left, at least zero. Requires: not is_never().
  [[nodiscard]] Nanoseconds remaining() const noexcept {
    const auto left = *moment_ - now();
    return left.count() > 0 ? Nanoseconds{left} : Nanoseconds::zero();
  }
  /// Requires: not is_never().
  [[nodiscard]] TimePoint moment() const noexcept { return *moment_; }

 private:
  Deadline() noexcept = default;
  explicit Deadline(TimePoint moment) noexcept : moment_(moment) {}
  std::optional<TimePoint> moment_;
};

}  // namespace orbweaver
