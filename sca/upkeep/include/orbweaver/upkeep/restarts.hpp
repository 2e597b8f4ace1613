// SPDX-License-Identifier: Apache-2.0
// When an application, or a device, that ended is made again: each time later, and not for ever.
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
  /// An application that ran for so long counts as steady: its next end is the first of a row.
  static constexpr Nanoseconds kSteady = kLongestPause;

  /// `most`: in a row; 0: without a limit.
  explicit Restarts(unsigned most) noexcept : most_(most) {}
  /// With other pauses. A program that ran for the longest pause has recovered. Requires: 0 < first
  /// <= longest.
  Restarts(unsigned most, Nanoseconds first, Nanoseconds longest) noexcept
      : most_(most), first_(first), longest_(longest) {}

  /// Notes that it ended after it had run for `ran`; 0: it could not be made. Returns how long to
  /// wait before it is made again: the first pause, and each time twice as long. Nothing: it is not
  /// to be made again.
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
