// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/stage/stage_meter.hpp>

#include <orbweaver/base/clock.hpp>

#include <algorithm>

namespace orbweaver::component {

void StageMeter::begin(const StageStamp& stamp) {
  const std::lock_guard lock(mutex_);
  const auto now_ns = monotonic_ns();
  if (first_ns_ == 0) first_ns_ = now_ns;
  arrivals_.record(stamp.sender, stamp.number);
  work_.enter(now_ns);
  if (stamp.created_ns == 0) return;
  const auto age_ns = now_ns - static_cast<std::int64_t>(stamp.created_ns);
  latency_ns_.record(age_ns > 0 ? static_cast<std::uint64_t>(age_ns) : 0);
}

void StageMeter::pause() {
  const std::lock_guard lock(mutex_);
  work_.pause(monotonic_ns());
}

void StageMeter::go_on() {
  const std::lock_guard lock(mutex_);
  work_.begin(monotonic_ns());
}

void StageMeter::begin_sending() {
  const std::lock_guard lock(mutex_);
  work_.send(monotonic_ns());
}

void StageMeter::handed_on(const StageStamp& stamp) {
  const std::lock_guard lock(mutex_);
  last_ns_ = monotonic_ns();
  work_.leave(last_ns_);
  departures_.record(stamp.sender, stamp.number);
}

void StageMeter::end() {
  const std::lock_guard lock(mutex_);
  work_.leave_unsent(monotonic_ns());
}

void StageMeter::begin_hand_on() {
  const std::lock_guard lock(mutex_);
  work_.begin_sending(monotonic_ns());
}

void StageMeter::end_hand_on(const StageStamp& stamp) {
  const std::lock_guard lock(mutex_);
  last_ns_ = monotonic_ns();
  work_.end_sending(last_ns_);
  departures_.record(stamp.sender, stamp.number);
}

void StageMeter::begin_step() {
  const std::lock_guard lock(mutex_);
  work_.begin(monotonic_ns());
}

void StageMeter::end_step() {
  const std::lock_guard lock(mutex_);
  work_.end_sending(monotonic_ns());
}

WorkTimes StageMeter::times() const {
  const std::lock_guard lock(mutex_);
  const auto now_ns = monotonic_ns();
  return {now_ns, work_.processing_ns(now_ns), work_.sending_ns(now_ns)};
}

std::uint64_t StageMeter::finished() const {
  const std::lock_guard lock(mutex_);
  return departures_.received();
}

StageReport StageMeter::report(std::uint64_t expected, std::size_t max_queue) const {
  const std::lock_guard lock(mutex_);
  const auto received = arrivals_.received();
  const auto busy_ns = work_.processing_ns(last_ns_), sending_ns = work_.sending_ns(last_ns_);
  const auto lasted_ns = last_ns_ > first_ns_ ? last_ns_ - first_ns_ : 0;
  return {.last_ns = last_ns_,
          .received = received,
          .lost = expected > received ? expected - received : 0,
          .reordered_previous = arrivals_.reordered_previous(),
          .reordered_original = arrivals_.reordered_original(),
          .overtaken = arrivals_.overtaken(),
          .reordered_out = departures_.reordered_previous(),
          .busy_ns = busy_ns,
          .sending_ns = sending_ns,
          .waiting_ns = std::max<std::int64_t>(lasted_ns - busy_ns - sending_ns, 0),
          .max_concurrency = work_.most_at_once(),
          .max_queue = max_queue,
          .latency_us = latency_ns_.summary(1000)};
}

}  // namespace orbweaver::component
