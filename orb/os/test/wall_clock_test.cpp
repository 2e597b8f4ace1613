// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/wall_clock.hpp>

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

namespace {

constexpr std::time_t kIn2040 = 2'208'988'800;
thread_local bool is_in_2040 = false;

}  // namespace

// In the place of the C library's, as the product calls it: where that library has one of 32 bits
// and one of 64, it is the second.
int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (is_in_2040 && clock == CLOCK_REALTIME) {
    *time = {.tv_sec = kIn2040, .tv_nsec = 5};
    return 0;
  }
#if defined(SYS_clock_gettime64)
  return static_cast<int>(::syscall(SYS_clock_gettime64, clock, time));
#else
  return static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
#endif
}

namespace orbweaver::os {
namespace {

// The C++ library of a 32-bit system reads a time of 32 bits, which ends in 2038.
TEST(WallClock, goes_on_after_2038) {
  is_in_2040 = true;
  const auto time = wall_clock_now();
  is_in_2040 = false;
  using std::chrono::nanoseconds, std::chrono::seconds;
  EXPECT_EQ(time.time_since_epoch(), seconds{kIn2040} + nanoseconds{5});
}

}  // namespace
}  // namespace orbweaver::os
