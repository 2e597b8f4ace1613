#include <orbweaver/component/stage_meter.hpp>

#include <orbweaver/base/clock.hpp>

namespace orbweaver::component {

void StageMeter::begin(const PacketStamp& stamp) {
  const std::lock_guard lock(mutex_);
  const auto now_ns = monotonic_ns();
  order_.record(stamp.number);
  busy_.enter(now_ns);
  const auto age_ns = now_ns - static_cast<std::int64_t>(stamp.created_ns);
  latency_ns_.record(age_ns > 0 ? static_cast<std::uint64_t>(age_ns) : 0);
}

std::uint64_t StageMeter::end() {
  const std::lock_guard lock(mutex_);
  last_ns_ = monotonic_ns();
  busy_.leave(last_ns_);
  return ++finished_;
}

std::uint64_t StageMeter::finished() const {
  const std::lock_guard lock(mutex_);
  return finished_;
}

StageReport StageMeter::report(std::uint64_t expected, std::size_t max_queue) const {
  const std::lock_guard lock(mutex_);
  const auto received = order_.received();
  return {last_ns_,
          received,
          expected > received ? expected - received : 0,
          order_.reordered_previous(),
          order_.reordered_original(),
          busy_.busy_ns(),
          busy_.most_at_work(),
          max_queue,
          latency_ns_.summary(1000)};
}

}  // namespace orbweaver::component
