// SPDX-License-Identifier: Apache-2.0
// The time of day. It can jump; for how long something takes use base/clock.hpp.
#pragma once
#include <chrono>
#include <ctime>

namespace orbweaver::os {

using WallTime = std::chrono::system_clock::time_point;

/// Threads: any.
WallTime wall_clock_now() noexcept;

/// As the C library counts time.
inline std::time_t seconds_of_epoch(WallTime moment) noexcept {
  return std::chrono::system_clock::to_time_t(moment);
}

}  // namespace orbweaver::os
