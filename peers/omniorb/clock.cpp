// SPDX-License-Identifier: Apache-2.0
#include "clock.hpp"

#include <time.h>

#include <cerrno>

namespace peer {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

void sleep_until_ns(std::int64_t moment) {
  const timespec until{.tv_sec = moment / kSecond, .tv_nsec = moment % kSecond};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

}  // namespace peer
