// SPDX-License-Identifier: Apache-2.0
// When a sample was taken, finer than a nanosecond: at 1 GS/s one follows the other after 1,000 ps.
#pragma once
#include <orbweaver/os/wall_clock.hpp>

#include <compare>
#include <cstdint>

namespace orbweaver::packets {

/// Coordinated Universal Time, as the seconds and picoseconds of VITA-49.
struct UtcTime {
  /// How many there are.
  static constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;

  std::int64_t seconds = 0;  ///< since 1970-01-01 00:00, leap seconds not counted; may be negative
  std::uint64_t picoseconds = 0;  ///< since that second; less than kPicosecondsPerSecond

  friend constexpr auto operator<=>(const UtcTime&, const UtcTime&) = default;

  /// A moment of a calendar clock, which has nanoseconds.
  [[nodiscard]] static UtcTime of(os::WallTime moment) noexcept;
  /// The present time by this machine's clock.
  [[nodiscard]] static UtcTime now() noexcept { return of(os::wall_clock_now()); }
  /// Nanoseconds since 1970. A time before the year 1678 or after 2261 becomes the first or the
  /// last that fits.
  [[nodiscard]] std::int64_t nanoseconds() const noexcept;
};

/// When sample `samples` is taken, if sample 0 is at `first`, to the picosecond. `rate` is in
/// samples per second. A time beyond the range becomes the last second that fits. Requires: 0 <
/// rate, finite.
[[nodiscard]] UtcTime time_of_sample(const UtcTime& first, std::uint64_t samples,
                                     double rate) noexcept;

}  // namespace orbweaver::packets
