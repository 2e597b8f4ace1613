// When an application that ended is made again: each time later, and not for ever.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <algorithm>
#include <optional>

namespace orbweaver::upkeep {

/// Ends of one application in a row. A value type.
class Restarts {
 public:
  static constexpr Nanoseconds kFirstPause = std::chrono::seconds{1};
  static constexpr Nanoseconds kLongestPause = std::chrono::seconds{60};
  /// An application that ran as long has come through: its next end is the first of a row.
  static constexpr Nanoseconds kSteady = std::chrono::seconds{60};

  /// `most`: in a row; 0: without a limit.
  explicit Restarts(unsigned most) noexcept : most_(most) {}

  /// It ended after it had run for `ran`; 0: it could not be made. Returns how long to wait before it
  /// is made again: 1 s, and each time twice as long. Nothing: it is not to be made again.
  [[nodiscard]] std::optional<Nanoseconds> pause_after(Nanoseconds ran) noexcept {
    if (ran >= kSteady) count_ = 0;
    if (most_ != 0 && count_ >= most_) return std::nullopt;
    const auto doublings = std::min(count_++, 6U);
    return std::min(kFirstPause * (1U << doublings), kLongestPause);
  }
  void forget() noexcept { count_ = 0; }
  [[nodiscard]] unsigned count() const noexcept { return count_; }

 private:
  unsigned most_, count_ = 0;
};

}  // namespace orbweaver::upkeep
