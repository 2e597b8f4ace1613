#include <orbweaver/stage/stage_meter.hpp>

#include <orbweaver/base/clock.hpp>

namespace orbweaver::stage {

void StageMeter::begin(const PacketStamp& stamp) {
  const std::lock_guard lock(mutex_);
  const auto now_ns = monotonic_ns();
  arrivals_.record(stamp.stream, stamp.number);
  busy_.enter(now_ns);
  if (stamp.created_ns == 0) return;
  const auto age_ns = now_ns - static_cast<std::int64_t>(stamp.created_ns);
  latency_ns_.record(age_ns > 0 ? static_cast<std::uint64_t>(age_ns) : 0);
}

void StageMeter::end() {
  const std::lock_guard lock(mutex_);
  busy_.leave(monotonic_ns());
}

void StageMeter::begin_hand_on() {
  const std::lock_guard lock(mutex_);
  busy_.enter_beside(monotonic_ns());
}

void StageMeter::end_hand_on() {
  const std::lock_guard lock(mutex_);
  busy_.leave_beside(monotonic_ns());
}

void StageMeter::handed_on(const PacketStamp& stamp) {
  const std::lock_guard lock(mutex_);
  last_ns_ = monotonic_ns();
  departures_.record(stamp.stream, stamp.number);
}

std::uint64_t StageMeter::finished() const {
  const std::lock_guard lock(mutex_);
  return departures_.received();
}

StageReport StageMeter::report(std::uint64_t expected, std::size_t max_queue) const {
  const std::lock_guard lock(mutex_);
  const auto received = arrivals_.received();
  return {.last_ns = last_ns_,
          .received = received,
          .lost = expected > received ? expected - received : 0,
          .reordered_previous = arrivals_.reordered_previous(),
          .reordered_original = arrivals_.reordered_original(),
          .overtaken = arrivals_.overtaken(),
          .reordered_out = departures_.reordered_previous(),
          .busy_ns = busy_.busy_ns(),
          .max_concurrency = busy_.most_at_work(),
          .max_queue = max_queue,
          .latency_us = latency_ns_.summary(1000)};
}

}  // namespace orbweaver::stage
