// SPDX-License-Identifier: Apache-2.0
#include "work.hpp"

#include <time.h>

#include "clock.hpp"

namespace peer {
namespace {

constexpr std::int64_t kSpunEnd = 200'000;

std::int64_t burnt_ns() {
  timespec burnt{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &burnt);
  return burnt.tv_sec * 1'000'000'000 + burnt.tv_nsec;
}

void wait(std::int64_t duration) {
  const std::int64_t end = now_ns() + duration;
  if (duration > kSpunEnd) sleep_until_ns(end - kSpunEnd);
  while (now_ns() < end) {
  }
}

void spin(std::int64_t duration) {
  const std::int64_t end = burnt_ns() + duration;
  while (burnt_ns() < end) {
  }
}

}  // namespace

std::int64_t work_clock_ns(Work work) { return work == Work::spin ? burnt_ns() : now_ns(); }

void do_work(Work work, std::int64_t duration_ns) {
  if (duration_ns <= 0) return;
  work == Work::wait ? wait(duration_ns) : spin(duration_ns);
}

}  // namespace peer
