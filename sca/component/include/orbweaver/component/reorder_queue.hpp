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
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace orbweaver::component {

/// Numbers begin at 1; each comes at most once. Those that came before may leave gaps: then each
/// gap costs the skip time. Threads: any number that push, one that pops.
template <class T>
class ReorderQueue {
 public:
  /// Holds packets whose numbers span `capacity`, at least 1. All memory is allocated here.
  /// `skip_after`: how long a packet waits for one before it; zero gives a missing one up at once.
  ReorderQueue(std::size_t capacity, Nanoseconds skip_after)
      : slots_(std::max<std::size_t>(capacity, 1)), skip_after_(skip_after) {}

  /// Blocks: while `number` is too far ahead of what is due, up to `deadline`. A packet that was
  /// given up before it came is counted as late and dropped.
  /// Owns: `item` is moved from only if taken and not late.
  [[nodiscard]] dispatch::PushResult push(std::uint64_t number, T&& item,
                                          Deadline deadline = Deadline::never()) {
    std::unique_lock lock(mutex_);
    if (!wait_for_room(lock, number, deadline)) return dispatch::PushResult::timed_out;
    if (is_closed_) return dispatch::PushResult::closed;
    ++come_;
    if (number < due_)
      ++late_;
    else
      keep(number, std::move(item));
    came_.notify_one();
    return dispatch::PushResult::taken;
  }

  /// The next packet in order; nothing once all announced ones have come or were given up, or after
  /// close() when nothing is left.
  /// Blocks: until one is due, the skip time is over, or the end.
  [[nodiscard]] std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    while (!slot(due_)) {
      if (waiting_ == 0 && is_over()) return std::nullopt;
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
  struct Waiting {
    T item;
    TimePoint came;
  };

  std::optional<Waiting>& slot(std::uint64_t number) noexcept {
    return slots_[number % slots_.size()];
  }

  bool wait_for_room(std::unique_lock<std::mutex>& lock, std::uint64_t number, Deadline deadline) {
    const auto may_go_on = [&] { return is_closed_ || number < due_ + slots_.size(); };
    if (!deadline.is_never()) return room_came_.wait_until(lock, deadline.moment(), may_go_on);
    room_came_.wait(lock, may_go_on);
    return true;
  }

  void keep(std::uint64_t number, T&& item) {
    auto& place = slot(number);
    if (place) return;  // came twice
    place.emplace(Waiting{std::move(item), now()});
    most_waiting_ = std::max(most_waiting_, ++waiting_);
  }

  /// Blocks: until something comes, or what is due is given up.
  void wait_for_due(std::unique_lock<std::mutex>& lock) {
    const auto since = gap_since();
    if (!since)
      came_.wait(lock);
    else if (have_all_come() || now() >= *since + skip_after_)
      give_up();
    else
      came_.wait_until(lock, *since + skip_after_);
  }

  [[nodiscard]] bool have_all_come() const noexcept {
    return is_closed_ || (announced_ && come_ >= *announced_);
  }
  [[nodiscard]] bool is_over() const noexcept {
    return have_all_come() || (announced_ && now() >= announced_at_ + skip_after_);
  }

  /// Since when something waits for what is due: a packet, or the end.
  [[nodiscard]] std::optional<TimePoint> gap_since() const noexcept {
    std::optional<TimePoint> oldest;
    for (const auto& place : slots_)
      if (place && (!oldest || place->came < *oldest)) oldest = place->came;
    return oldest || !announced_ ? oldest : announced_at_;
  }

  /// What is due does not come: the next one that waits is due then.
  void give_up() noexcept {
    if (waiting_ == 0) return;
    while (!slot(due_)) ++due_;
    room_came_.notify_all();
  }

  std::optional<T> take() {
    std::optional<T> item{std::move(slot(due_)->item)};
    slot(due_).reset();
    ++due_;
    --waiting_;
    room_came_.notify_all();
    return item;
  }

  mutable std::mutex mutex_;
  std::condition_variable came_, room_came_;
  std::vector<std::optional<Waiting>> slots_;  // by number
  const Nanoseconds skip_after_;
  std::uint64_t due_ = 1, come_ = 0, late_ = 0;
  std::size_t waiting_ = 0, most_waiting_ = 0;
  std::optional<std::uint64_t> announced_;
  TimePoint announced_at_;
  bool is_closed_ = false;
};

}  // namespace orbweaver::component
