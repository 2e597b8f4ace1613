// SPDX-License-Identifier: Apache-2.0
// A point is a place in the code at which another thread may go on: each lock, atomic operation,
// system call, look at the clock.
#pragma once
#include <orbweaver/sim/clock.hpp>

namespace orbweaver::sim {

namespace detail {
inline constinit std::int64_t points_left = INT64_MAX;  // until another thread gets the processor
void at_point() noexcept;
}  // namespace detail

/// What steps take, in virtual nanoseconds.
inline constexpr Time kAtomicStep = 4, kLockStep = 15, kClockStep = 20, kSystemCall = 400;

/// A step that took `cost`.
inline void point(Time cost) noexcept {
  detail::clock += cost;
  if (--detail::points_left <= 0) [[unlikely]]
    detail::at_point();
}

}  // namespace orbweaver::sim
