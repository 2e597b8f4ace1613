// SPDX-License-Identifier: Apache-2.0
// The reorder buffer that paper 1, section 5.1, asks of every component behind one-way calls: a
// bounded queue that gives packets out in the order of their numbers, whichever way they came. A
// packet that does not come within the skip time is given up, so that the others go on.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/worker.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace orbweaver::launched {

/// Numbers begin at 1. One that comes twice counts once. Components before this one may have left
/// gaps: each costs the skip time. Threads: any number that push, one that pops.
template <class T>
class ReorderQueue {
 public:
  /// Holds packets whose numbers span `capacity`, at least 1. `skip_after`: how long a packet waits
  /// for one before it; zero gives a missing one up at once.
  ReorderQueue(std::size_t capacity, Nanoseconds skip_after)
      : slots_(std::max<std::size_t>(capacity, 1)),
        was_given_up_(slots_.size(), false),
        skip_after_(skip_after) {}

  /// Blocks: while `number` is too far ahead of what is due, up to `deadline`. A packet that was
  /// given up before it came is counted as late and dropped.
  /// Owns: `item` is moved from only if taken and not late.
  [[nodiscard]] dispatch::PushResult push(std::uint64_t number, T&& item,
                                          Deadline deadline = Deadline::never()) {
    std::unique_lock lock(mutex_);
    if (!wait_for_room(lock, number, deadline)) return dispatch::PushResult::timed_out;
    if (is_closed_) return dispatch::PushResult::closed;
    if (number < due_ || is_over_)
      note_late(number);
    else if (!slot(number))
      keep(number, std::move(item));
    came_.notify_one();
    return dispatch::PushResult::taken;
  }

  /// The next packet in order; nothing once all announced ones have come or were given up, or after
  /// close() when nothing is left. Nothing is given out behind that.
  /// Blocks: until one is due, the skip time is over, or the end.
  [[nodiscard]] std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    while (!slot(due_)) {
      if (is_at_the_end()) return end();
      wait_for_due(lock);
    }
    return take();
  }

  /// So many packets were sent in all.
  void announce_end(std::uint64_t packets) noexcept {
    const std::lock_guard lock(mutex_);
    announced_ = packets;
    announced_at_ = now();
    came_.notify_one();
  }

  /// Refuses packets from now on, and waits for no missing one any more.
  void close() noexcept {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    came_.notify_one();
    room_came_.notify_all();
  }

  /// Packets that came after they had been given up.
  [[nodiscard]] std::uint64_t late() const {
    const std::lock_guard lock(mutex_);
    return late_;
  }
  /// The most packets that waited at once.
  [[nodiscard]] std::size_t most_waiting() const {
    const std::lock_guard lock(mutex_);
    return most_waiting_;
  }

 private:
  using Lock = std::unique_lock<std::mutex>;
  struct Waiting {
    T item;
    TimePoint came;
  };

  std::size_t place(std::uint64_t number) const noexcept { return number % slots_.size(); }
  std::optional<Waiting>& slot(std::uint64_t number) noexcept { return slots_[place(number)]; }

  bool wait_for_room(Lock& lock, std::uint64_t number, Deadline deadline) {
    const auto may_go_on = [&] { return is_closed_ || is_over_ || number < due_ + slots_.size(); };
    if (may_go_on()) return true;
    const auto blocked = blocked_.emplace(number, now());
    came_.notify_one();  // it may be all that waits for what is due
    const bool has_room = wait(lock, deadline, may_go_on);
    blocked_.erase(blocked);
    return has_room;
  }
  template <class Condition>
  bool wait(Lock& lock, Deadline deadline, Condition may_go_on) {
    if (!deadline.is_never()) return room_came_.wait_until(lock, deadline.moment(), may_go_on);
    room_came_.wait(lock, may_go_on);
    return true;
  }

  void keep(std::uint64_t number, T&& item) {
    slot(number).emplace(Waiting{std::move(item), now()});
    highest_ = std::max(highest_, number);
    most_waiting_ = std::max(most_waiting_, ++waiting_);
    ++come_;
  }
  /// A packet that was handed out already has come twice, and is not late. What lies further back
  /// than the buffer reaches is not remembered: it counts as late.
  void note_late(std::uint64_t number) noexcept {
    const bool is_remembered = number < due_ && number + slots_.size() >= due_;
    if (is_remembered && !was_given_up_[place(number)]) return;
    if (is_remembered) was_given_up_[place(number)] = false;
    ++late_;
    ++come_;
  }

  [[nodiscard]] bool have_all_come() const noexcept {
    return is_closed_ || (announced_ && come_ >= *announced_);
  }
  [[nodiscard]] bool is_at_the_end() const noexcept {
    if (waiting_ > 0 || (!blocked_.empty() && !is_closed_)) return false;
    return have_all_come() || (announced_ && now() >= announced_at_ + skip_after_);
  }
  std::optional<T> end() noexcept {
    is_over_ = true;
    room_came_.notify_all();
    return std::nullopt;
  }

  /// Blocks: until something comes, or what is due is given up.
  void wait_for_due(Lock& lock) {
    if (has_waiter_with_room()) return came_.wait(lock);
    const auto since = gap_since();
    if (!since)
      came_.wait(lock);
    else if (have_all_come() || now() >= *since + skip_after_)
      give_up();
    else
      came_.wait_until(lock, *since + skip_after_);
  }
  /// A thread that waited for room has it now, and is about to push.
  [[nodiscard]] bool has_waiter_with_room() const noexcept {
    return !is_closed_ && !blocked_.empty() && blocked_.begin()->first < due_ + slots_.size();
  }
  /// Since when something waits for what is due: a packet, one that has no room, or the end.
  [[nodiscard]] std::optional<TimePoint> gap_since() noexcept {
    std::optional<TimePoint> oldest;
    const auto consider = [&](TimePoint came) {
      if (!oldest || came < *oldest) oldest = came;
    };
    if (waiting_ > 0)
      for (auto number = due_; number <= highest_; ++number)
        if (slot(number)) consider(slot(number)->came);
    for (const auto& [number, came] : blocked_) consider(came);
    return oldest || !announced_ ? oldest : announced_at_;
  }

  /// What is due does not come: the next one that waits is due then.
  void give_up() noexcept {
    if (waiting_ == 0 && blocked_.empty()) return;
    const auto next = waiting_ > 0 ? lowest() : blocked_.begin()->first;
    const auto first = next > due_ + slots_.size() ? next - slots_.size() : due_;
    for (auto number = first; number < next; ++number) was_given_up_[place(number)] = true;
    due_ = next;
    room_came_.notify_all();
  }
  [[nodiscard]] std::uint64_t lowest() noexcept {
    auto number = due_;
    while (!slot(number)) ++number;
    return number;
  }

  std::optional<T> take() {
    std::optional<T> item{std::move(slot(due_)->item)};
    slot(due_).reset();
    was_given_up_[place(due_)] = false;
    ++due_;
    --waiting_;
    room_came_.notify_all();
    return item;
  }

  mutable std::mutex mutex_;
  std::condition_variable came_, room_came_;
  std::vector<std::optional<Waiting>> slots_;        // by number
  std::vector<bool> was_given_up_;                   // of the numbers before what is due
  std::multimap<std::uint64_t, TimePoint> blocked_;  // numbers too far ahead, since when
  const Nanoseconds skip_after_;
  std::uint64_t due_ = 1, highest_ = 0, come_ = 0, late_ = 0;
  std::size_t waiting_ = 0, most_waiting_ = 0;
  std::optional<std::uint64_t> announced_;
  TimePoint announced_at_;
  bool is_over_ = false, is_closed_ = false;
};

}  // namespace orbweaver::launched
