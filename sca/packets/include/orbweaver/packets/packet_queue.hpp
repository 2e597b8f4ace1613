// SPDX-License-Identifier: Apache-2.0
// A bounded queue of packets in front of a thread: that of a destination at a uses port, or of the
// component at a provides port. Unlike dispatch::BoundedQueue it can drop packets instead of
// blocking.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/ring_queue.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace orbweaver::packets {

/// How a full queue treats another packet.
enum class WhenFull {
  block,        // the producer of the packet waits for room
  drop_oldest,  // the packet that waits for longest gives way
  drop_newest,  // the new packet is dropped
};

/// Order: packets leave in the order in which they were taken. Threads: any number of producers and
/// consumers. Allocates only when it is made.
///
/// An item for which must_stay() is true, such as the end of a stream, is never dropped. If there
/// is no room for it, another item is dropped; if all must stay, its producer waits.
template <class T>
class PacketQueue {
 public:
  /// Holds `capacity` packets, at least 1.
  PacketQueue(std::size_t capacity, WhenFull when_full)
      : capacity_(std::max<std::size_t>(capacity, 1)), when_full_(when_full), items_(capacity_) {}

  enum class Push {
    taken,
    replaced,  // taken, and the oldest was dropped
    dropped,   // the new packet was dropped (drop_newest)
    timed_out,
    closed,
  };
  /// Adds a packet. `item` is moved from only if it is taken. `dropped_one` gets the packet that
  /// was dropped for it, outside of the lock. Blocks: while the queue is full, up to `deadline`, if
  /// the queue blocks, or if the item must stay and no other can be dropped.
  [[nodiscard]] Push push(T&& item, Deadline deadline, std::optional<T>& dropped_one) {
    std::unique_lock lock(mutex_);
    if (closed_) return Push::closed;
    const auto outcome = items_.size() < capacity_
                             ? Push::taken
                             : make_room(lock, must_stay(item), deadline, dropped_one);
    if (outcome != Push::taken && outcome != Push::replaced) return outcome;
    items_.push_back(std::move(item));
    most_waiting_ = std::max(most_waiting_, items_.size());
    const bool is_awaited = consumers_waiting_ > 0;
    lock.unlock();
    if (is_awaited) item_came_.notify_one();
    return outcome;
  }

  /// The next packet; nothing at the deadline, or once the queue is closed and empty.
  /// Blocks: until there is one, up to `deadline`.
  [[nodiscard]] std::optional<T> pop(Deadline deadline = Deadline::never()) {
    std::unique_lock lock(mutex_);
    if (items_.empty()) wait_for_item(lock, deadline);
    if (items_.empty()) return std::nullopt;
    std::optional<T> item{items_.pop_front()};
    const bool has_ample_room = producers_waiting_ > 0 && items_.size() <= capacity_ / 2;
    lock.unlock();
    if (has_ample_room) room_came_.notify_all();
    return item;
  }
  /// The first packet that waits and fits, if there is one. Does not wait.
  template <class Predicate>
  [[nodiscard]] std::optional<T> take_first(Predicate fits) {
    std::unique_lock lock(mutex_);
    std::size_t index = 0;
    while (index < items_.size() && !fits(items_[index])) ++index;
    if (index == items_.size()) return std::nullopt;
    std::optional<T> item;
    item.emplace(items_.take(index));
    lock.unlock();
    room_came_.notify_all();
    return item;
  }

  /// Refuses new packets from now on; those inside can still be popped.
  void close() noexcept {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    item_came_.notify_all();
    room_came_.notify_all();
  }

  [[nodiscard]] std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return items_.size();
  }
  /// The most packets that were there at once.
  [[nodiscard]] std::size_t most_waiting() const {
    const std::lock_guard lock(mutex_);
    return most_waiting_;
  }

 private:
  static bool must_stay(const T& item) noexcept {
    if constexpr (requires { item.must_stay(); })
      return item.must_stay();
    else
      return false;
  }
  /// `taken`: there is room. `replaced`: there is room, as the packet `dropped_one` was taken out.
  Push make_room(std::unique_lock<os::Mutex>& lock, bool stays, Deadline deadline,
                 std::optional<T>& dropped_one) {
    if (when_full_ == WhenFull::drop_newest && !stays) return Push::dropped;
    if (when_full_ == WhenFull::block) {
      if (wait_for_room(lock, deadline)) return closed_ ? Push::closed : Push::taken;
      if (!stays) return Push::timed_out;
    }
    if (const auto gives_way = index_of_one_that_may_go()) {
      dropped_one.emplace(items_.take(*gives_way));
      return Push::replaced;
    }
    if (!stays) return Push::dropped;
    (void)wait_for_room(lock, Deadline::never());
    return closed_ ? Push::closed : Push::taken;
  }
  std::optional<std::size_t> index_of_one_that_may_go() const noexcept {
    const bool oldest = when_full_ == WhenFull::drop_oldest;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const auto index = oldest ? i : items_.size() - 1 - i;
      if (!must_stay(items_[index])) return index;
    }
    return std::nullopt;
  }

  bool wait_for_room(std::unique_lock<os::Mutex>& lock, Deadline deadline) {
    const auto may_go_on = [this] { return closed_ || items_.size() < capacity_; };
    ++producers_waiting_;
    const bool has_room = os::wait_as_blocked(room_came_, lock, deadline, may_go_on);
    --producers_waiting_;
    return has_room;
  }
  void wait_for_item(std::unique_lock<os::Mutex>& lock, Deadline deadline) {
    ++consumers_waiting_;
    const auto has_come = [this] { return closed_ || !items_.empty(); };
    if (deadline.is_never())
      item_came_.wait(lock, has_come);
    else
      (void)item_came_.wait_until(lock, deadline.moment(), has_come);
    --consumers_waiting_;
  }

  const std::size_t capacity_;
  const WhenFull when_full_;
  mutable os::Mutex mutex_;
  os::ConditionVariable item_came_, room_came_;
  dispatch::RingQueue<T> items_;
  std::size_t most_waiting_ = 0, consumers_waiting_ = 0, producers_waiting_ = 0;
  bool closed_ = false;
};

}  // namespace orbweaver::packets
