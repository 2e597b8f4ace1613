// SPDX-License-Identifier: Apache-2.0
#include "stage_statistics.hpp"

#include <algorithm>

#include "clock.hpp"
#include "summary.hpp"

namespace peer {

void StageStatistics::begin(std::uint32_t number, std::int64_t created_ns) {
  const std::lock_guard lock(mutex_);
  const std::int64_t now = now_ns();
  ++begun_;
  if (number != previous_number_ + 1) ++reordered_previous_;
  if (number != begun_) ++reordered_original_;
  previous_number_ = number;
  if (active_++ == 0) active_since_ns_ = now;
  most_active_ = std::max(most_active_, active_);
  latencies_ns_.push_back(now - created_ns);
}

void StageStatistics::processed() {
  const std::lock_guard lock(mutex_);
  if (--active_ == 0) busy_ns_ += now_ns() - active_since_ns_;
}

bool StageStatistics::handed_on(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  last_ns_ = now_ns();
  ++handed_on_;
  if (number != previous_out_ + 1) ++reordered_out_;
  previous_out_ = number;
  return just_done();
}

bool StageStatistics::expect(std::uint32_t packets) {
  const std::lock_guard lock(mutex_);
  expected_ = packets;
  return just_done();
}

bool StageStatistics::just_done() {
  if (done_ || !expected_ || handed_on_ < *expected_) return false;
  done_ = true;
  return true;
}

std::uint32_t StageStatistics::expected() const {
  const std::lock_guard lock(mutex_);
  return expected_.value_or(0);
}

nlohmann::ordered_json StageStatistics::report(std::size_t longest_queue) const {
  const std::lock_guard lock(mutex_);
  const std::uint32_t expected = expected_.value_or(begun_);
  return {{"last_ns", last_ns_},
          {"received", begun_},
          {"lost", expected > begun_ ? expected - begun_ : 0},
          {"reordered_previous", reordered_previous_},
          {"reordered_original", reordered_original_},
          {"reordered_out", reordered_out_},
          {"busy_ns", busy_ns_},
          {"max_concurrency", most_active_},
          {"max_queue", longest_queue},
          {"latency_us", summary_us(latencies_ns_)}};
}

}  // namespace peer
