// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/tick.hpp>

#include <ctime>

namespace orbweaver::os {

TimePoint last_tick() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE,
                  &time);  // the same zero as CLOCK_MONOTONIC, which now() reads
  return TimePoint{std::chrono::seconds{time.tv_sec} + Nanoseconds{time.tv_nsec}};
}

}  // namespace orbweaver::os
