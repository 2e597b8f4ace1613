// SPDX-License-Identifier: Apache-2.0
// Consumers without CORBA: one that records, fails on request, holds its answers back or blocks.
#pragma once
#include "core/consumer_end.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace orbweaver::events {

/// Threads: any.
class FakeConsumer final : public ConsumerEnd {
 public:
  enum class Manner {
    answers,        // at once
    holds_answers,  // until answer_all()
    blocks,         // its thread, until let_go()
    fails,          // is unreachable; the events stay
    loses,          // is unreachable; the events are lost
    refuses,
    is_gone,
    throws,
  };

  explicit FakeConsumer(Manner manner = Manner::answers, std::size_t most_at_once = 1'000)
      : manner_(manner), most_at_once_(most_at_once) {}

  void set_manner(Manner manner) {
    const std::lock_guard lock(mutex_);
    manner_ = manner;
  }

  [[nodiscard]] std::size_t most_at_once() const noexcept override { return most_at_once_; }
  void deliver(std::span<const Event> events, Done done) override {
    std::unique_lock lock(mutex_);
    ++calls_;
    changed_.notify_all();
    switch (manner_) {
      case Manner::fails:
        lock.unlock();
        return done({Answer::unreachable, 0, "no answer"});
      case Manner::loses:
        lock.unlock();
        return done({Answer::unreachable, events.size(), "no answer"});
      case Manner::refuses:
        lock.unlock();
        return done({Answer::refused, events.size(), "not mine"});
      case Manner::is_gone:
        lock.unlock();
        return done({Answer::gone, events.size(), "no such consumer"});
      case Manner::throws:
        throw std::runtime_error("broken");
      case Manner::blocks:
        ++blocked_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return manner_ != Manner::blocks; });
        --blocked_;
        break;
      default:
        break;
    }
    keep(events);
    if (manner_ == Manner::holds_answers) {
      held_.push_back([done = std::move(done), count = events.size()] {
        done({Answer::delivered, count});
      });
      return;
    }
    lock.unlock();
    done({Answer::delivered, events.size()});
  }
  void say_goodbye() noexcept override {
    const std::lock_guard lock(mutex_);
    ++goodbyes_;
    changed_.notify_all();
  }

  /// Answers what was held, and all that comes.
  void answer_all() {
    std::deque<std::function<void()>> held;
    {
      const std::lock_guard lock(mutex_);
      manner_ = Manner::answers;
      held.swap(held_);
    }
    for (const auto& answer : held) answer();
  }
  void let_go() {
    set_manner(Manner::answers);
    changed_.notify_all();
  }

  // They wait, and return what there is then.
  std::vector<std::int32_t> wait_for_values(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return values_.size() >= count; });
    return values_;
  }
  void wait_until_blocked() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return blocked_ > 0; });
  }
  void wait_for_calls(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return calls_ >= count; });
  }
  void wait_for_goodbye() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return goodbyes_ > 0; });
  }

  [[nodiscard]] std::vector<std::int32_t> values() const {
    const std::lock_guard lock(mutex_);
    return values_;
  }
  [[nodiscard]] std::vector<std::size_t> batches() const {
    const std::lock_guard lock(mutex_);
    return batches_;
  }
  [[nodiscard]] std::size_t calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

 private:
  void keep(std::span<const Event> events) {
    batches_.push_back(events.size());
    for (const auto& event : events) {
      std::int32_t value = 0;
      (void)(event->value >>= value);
      values_.push_back(value);
    }
    changed_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Manner manner_;
  const std::size_t most_at_once_;
  std::vector<std::int32_t> values_;
  std::vector<std::size_t> batches_;
  std::deque<std::function<void()>> held_;
  std::size_t calls_ = 0, blocked_ = 0, goodbyes_ = 0;
};

}  // namespace orbweaver::events
