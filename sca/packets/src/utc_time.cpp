// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/utc_time.hpp>

#include <chrono>
#include <cmath>

namespace orbweaver::packets {

namespace {

constexpr auto kPerSecond = UtcTime::kPicosecondsPerSecond;
constexpr std::uint64_t kPerNanosecond = 1000;

}  // namespace

UtcTime UtcTime::of(os::WallTime moment) noexcept {
  using std::chrono::nanoseconds, std::chrono::seconds;
  const auto second = std::chrono::floor<seconds>(moment);
  const auto rest = std::chrono::duration_cast<nanoseconds>(moment - second).count();
  return {second.time_since_epoch().count(), static_cast<std::uint64_t>(rest) * kPerNanosecond};
}

std::int64_t UtcTime::nanoseconds() const noexcept {
  const auto rest = static_cast<std::int64_t>(picoseconds / kPerNanosecond);
  std::int64_t result = 0;
  if (__builtin_mul_overflow(seconds, std::int64_t{1'000'000'000}, &result) ||
      __builtin_add_overflow(result, rest, &result))
    return seconds < 0 ? INT64_MIN : INT64_MAX;
  return result;
}

// The quotient alone would lose picoseconds after a day: its whole seconds are taken off first.
UtcTime time_of_sample(const UtcTime& first, std::uint64_t samples, double rate) noexcept {
  const auto count = static_cast<long double>(samples), per_second = static_cast<long double>(rate);
  const auto whole = std::floor(count / per_second);
  const auto rest =
      (count - whole * per_second) / per_second * static_cast<long double>(kPerSecond);
  const auto picoseconds =
      first.picoseconds + static_cast<std::uint64_t>(std::llround(std::fmax(rest, 0.0L)));
  constexpr UtcTime kLast{INT64_MAX, kPerSecond - 1};
  if (whole >= static_cast<long double>(INT64_MAX)) return kLast;
  UtcTime result{0, picoseconds % kPerSecond};
  const auto carried = static_cast<std::int64_t>(picoseconds / kPerSecond);
  if (__builtin_add_overflow(first.seconds, static_cast<std::int64_t>(whole), &result.seconds) ||
      __builtin_add_overflow(result.seconds, carried, &result.seconds))
    return kLast;
  return result;
}

}  // namespace orbweaver::packets
