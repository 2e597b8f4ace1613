// SPDX-License-Identifier: Apache-2.0
// Decides when an application or device that ended is created again: each time later, and not for
// ever.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>
#include <optional>

namespace orbweaver::upkeep {

/// Ends of one application, or device, in a row. A value type.
class Restarts {
 public:
  static constexpr Nanoseconds kFirstPause = std::chrono::seconds{1};
  static constexpr Nanoseconds kLongestPause = std::chrono::seconds{60};
  /// An application that ran this long has recovered: its next end is the first of a new row.
  static constexpr Nanoseconds kSteady = kLongestPause;

  /// `most`: restarts in a row; 0: no limit.
  explicit Restarts(unsigned most) noexcept : most_(most) {}
  /// With other pauses. A program that ran for the longest pause has recovered. Requires: 0 < first
  /// <= longest.
  Restarts(unsigned most, Nanoseconds first, Nanoseconds longest) noexcept
      : most_(most), first_(first), longest_(longest) {}

  /// Notes that it ended after it had run for `ran`, or (0) that it could not be created. Returns
  /// the pause before the next attempt: the first pause, then twice as long each time. Nothing:
  /// there is no further attempt.
  [[nodiscard]] std::optional<Nanoseconds> pause_after(Nanoseconds ran) noexcept {
    if (ran >= longest_) count_ = 0;
    if (most_ != 0 && count_ >= most_) return std::nullopt;
    pause_ = count_++ == 0 ? first_ : std::min(2 * pause_, longest_);
    return pause_;
  }
  void forget() noexcept { count_ = 0; }
  [[nodiscard]] unsigned count() const noexcept { return count_; }

 private:
  unsigned most_, count_ = 0;
  Nanoseconds first_ = kFirstPause, longest_ = kLongestPause, pause_{};
};

}  // namespace orbweaver::upkeep
