#include "work.hpp"

#include <ctime>
#include <thread>

namespace orbweaver::lab {

namespace {

constexpr auto kSpunAtTheEnd = std::chrono::microseconds(200);

Nanoseconds thread_time() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

void spin_for(Nanoseconds duration) noexcept {
  const auto end = thread_time() + duration;
  while (thread_time() < end) {
  }
}

}  // namespace

void wait_precisely_until(TimePoint moment) {
  std::this_thread::sleep_until(moment - kSpunAtTheEnd);
  // A wait needs no processor: stages that end at the same moment must not keep each other from it.
  while (now() < moment) std::this_thread::yield();
}

void Work::carry_out() const {
  if (duration_.count() <= 0) return;
  if (kind_ == WorkKind::spin)
    spin_for(duration_);
  else
    wait_precisely_until(now() + duration_);
}

}  // namespace orbweaver::lab
