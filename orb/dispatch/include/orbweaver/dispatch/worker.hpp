// SPDX-License-Identifier: Apache-2.0
// A bounded queue between a component's operation and its worker thread. Producers wait for room,
// up to a deadline. The worker waits for items. After close() the worker gets the items that are
// left, and then the end.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/ring_queue.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

namespace orbweaver::dispatch {

enum class PushResult { taken, timed_out, closed };

/// A producer that waits for room is woken when half of the items have been popped. So a slow
/// consumer does not have to wake a producer with every item. Order: items are popped in the order
/// in which they were pushed. Threads: any number of producers and consumers.
template <class T>
class BoundedQueue {
 public:
  /// Makes a queue for `capacity` items, at least 1. Allocates all memory here.
  explicit BoundedQueue(std::size_t capacity)
      : capacity_(std::max<std::size_t>(capacity, 1)), items_(capacity_) {}

  /// Blocks: while the queue is full, up to `deadline`.
  /// Owns: `item` is moved from only if it is taken.
  [[nodiscard]] PushResult push(T&& item, Deadline deadline = Deadline::never()) {
    std::unique_lock lock(mutex_);
    if (!wait_for_room(lock, deadline)) return PushResult::timed_out;
    if (closed_) return PushResult::closed;
    items_.push_back(std::move(item));
    most_waiting_ = std::max(most_waiting_, items_.size());
    lock.unlock();
    item_came_.notify_one();
    return PushResult::taken;
  }

  /// The next item; nothing once the queue is closed and empty.
  /// Blocks: until there is an item or the end.
  [[nodiscard]] std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    item_came_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    std::optional<T> item{items_.pop_front()};
    const bool has_ample_room = items_.size() <= capacity_ / 2;
    lock.unlock();
    if (has_ample_room) room_came_.notify_one();
    return item;
  }

  /// Refuses new items from now on. Items in the queue can still be popped.
  void close() noexcept {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    item_came_.notify_all();
    room_came_.notify_all();
  }

  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return items_.size();
  }
  /// The most items that were in the queue at once.
  [[nodiscard]] std::size_t most_waiting() const {
    const std::lock_guard lock(mutex_);
    return most_waiting_;
  }

 private:
  bool wait_for_room(std::unique_lock<os::Mutex>& lock, Deadline deadline) {
    const auto may_go_on = [this] { return closed_ || items_.size() < capacity_; };
    return os::wait_as_blocked(room_came_, lock, deadline, may_go_on);
  }

  const std::size_t capacity_;
  mutable os::Mutex mutex_;
  os::ConditionVariable item_came_, room_came_;
  RingQueue<T> items_;
  std::size_t most_waiting_ = 0;
  bool closed_ = false;
};

}  // namespace orbweaver::dispatch
