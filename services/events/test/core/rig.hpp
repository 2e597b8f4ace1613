// SPDX-License-Identifier: Apache-2.0
// A channel without CORBA, for tests.
#pragma once
#include "core/channel_core.hpp"
#include "core/fake_consumer.hpp"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace orbweaver::events {

[[nodiscard]] inline CORBA::Any any_of(std::int32_t value) {
  CORBA::Any any;
  any <<= value;
  return any;
}

[[nodiscard]] inline std::vector<std::int32_t> numbers(std::int32_t first, std::size_t count) {
  std::vector<std::int32_t> all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

template <class Condition>
void spin_until(Condition condition) {
  while (!condition()) std::this_thread::yield();
}

/// Pauses are short, so that no test waits long for one; none depends on how long they are. A call
/// has time on a machine that is busy.
[[nodiscard]] inline EventOptions quick_options() {
  return {.call_timeout = std::chrono::minutes(1),
          .first_pause = std::chrono::milliseconds(1),
          .longest_pause = std::chrono::milliseconds(1)};
}

/// What a channel reports. Threads: any.
class Reports {
 public:
  [[nodiscard]] OnDisconnection listener() {
    return [this](const Disconnection& report) {
      const std::lock_guard lock(mutex_);
      reports_.push_back(report);
      changed_.notify_all();
    };
  }
  Disconnection wait_for_next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !reports_.empty(); });
    auto report = reports_.front();
    reports_.pop_front();
    return report;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Disconnection> reports_;
};

class ChannelRig {
 public:
  explicit ChannelRig(const EventOptions& options = quick_options())
      : pool_(std::make_shared<DeliveryPool>(options.threads)),
        core_(std::make_shared<ChannelCore>("test", options, pool_, reports_.listener())) {}
  ~ChannelRig() {
    core_->destroy();
    pool_->stop(Deadline::at(now()));
  }
  ChannelRig(const ChannelRig&) = delete;
  ChannelRig& operator=(const ChannelRig&) = delete;

  [[nodiscard]] ChannelCore& core() { return *core_; }
  [[nodiscard]] Reports& reports() { return reports_; }
  [[nodiscard]] DeliveryPool& pool() { return *pool_; }

  std::shared_ptr<FakeConsumer> connect(const std::string& id,
                                        FakeConsumer::Manner manner = FakeConsumer::Manner::answers,
                                        std::size_t most_at_once = 1'000) {
    auto consumer = std::make_shared<FakeConsumer>(manner, most_at_once);
    if (!core_->connect(id, consumer)) throw std::runtime_error("not connected: " + id);
    return consumer;
  }
  void push(std::int32_t first, std::size_t count = 1) {
    for (const auto value : numbers(first, count)) (void)core_->push(any_of(value));
  }
  [[nodiscard]] ConsumerStatistics statistics_of(const std::string& id) const {
    for (const auto& consumer : core_->statistics().consumers)
      if (consumer.id == id) return consumer;
    return {};
  }

 private:
  Reports reports_;
  std::shared_ptr<DeliveryPool> pool_;
  std::shared_ptr<ChannelCore> core_;
};

}  // namespace orbweaver::events
