// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/wall_clock.hpp>

#include <ctime>

#include "timespec.hpp"

namespace orbweaver::os {

// The C++ library of a 32-bit system reads a time of 32 bits, which ends in 2038.
WallTime wall_clock_now() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return WallTime{std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec}};
}

}  // namespace orbweaver::os
