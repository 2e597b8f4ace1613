// SPDX-License-Identifier: Apache-2.0
#include "work.hpp"

#include <ctime>
#include <pipeline/dictionary_work.hpp>
#include <pipeline/precise_wait.hpp>

namespace orbweaver::lab {

namespace {

using lab_pipeline::wait_precisely_until;

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

Nanoseconds RandomDelay::of(std::uint64_t packet) const noexcept {
  const std::uint64_t noise = lab_pipeline::mixed(seed_ ^ lab_pipeline::mixed(packet));
  const auto part = static_cast<std::int64_t>(noise >> 32);  // of 2^32
  if (noise % 65536 == 0) return std::chrono::milliseconds(2) + Nanoseconds{part * 8'000'000 >> 32};
  if (noise % 16 == 0) return Nanoseconds{part * 10'000 >> 32};
  return Nanoseconds{0};
}

void RandomDelay::carry_out(std::uint64_t packet) const {
  const auto delay = of(packet);
  if (delay.count() > 0) wait_precisely_until(now() + delay);
}

Nanoseconds reading_of_clock(WorkKind kind) noexcept {
  return kind == WorkKind::spin ? thread_time() : Nanoseconds{now().time_since_epoch()};
}

void Work::carry_out() const {
  if (duration_.count() <= 0) return;
  if (kind_ == WorkKind::spin)
    spin_for(duration_);
  else
    wait_precisely_until(now() + duration_);
}

}  // namespace orbweaver::lab
