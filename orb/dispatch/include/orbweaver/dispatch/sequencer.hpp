// SPDX-License-Identifier: Apache-2.0
// Restores the order of numbered items, series by series. Pure logic: no thread, no clock, no lock.
// The caller passes stamped items and times. The sequencer says which item is next, early or late.
//
//   series 7:   delivered 1 2 3 │ 4 missing │ held 5 6 . 8
//                               ▲ expected: waited for until `since` of the oldest held + wait
//
// For each series it holds that
//   an item is handed on only if its number is the expected one, which then grows by one;
//   otherwise the expected number grows only over a gap, which is reported with the next item;
//   all held numbers are larger than the expected one.
// So no number is handed on twice or after a larger one. Each number up to the last one was either
// handed on or in a gap.
//
// Numbers of a series begin at 1. If the first item of a series has a number beyond the window, the
// series began before the receiver started. It is then joined at that item, with a gap before it.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/ring_queue.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace orbweaver::dispatch {

/// The number of an item in its series, from 1.
struct SeriesStamp {
  std::uint64_t series = 0;
  std::uint64_t number = 0;
};

/// Numbers of a series that were skipped: they are never handed on.
struct Gap {
  std::uint64_t series = 0;
  std::uint64_t first_missing = 0;  // its number; count - 1 numbers behind it are missing, too
  std::uint64_t count = 0;          // how many are missing; at least 1
  friend bool operator==(const Gap&, const Gap&) = default;
};

struct SequencerLimits {
  /// The window: how many early items are held, of all series together.
  std::size_t messages = 256;
  std::size_t bytes = 8U << 20;
  /// How long to wait for a missing item, from the moment when a later item showed that it is
  /// missing.
  Nanoseconds wait = std::chrono::seconds(1);
  /// How many series are remembered. If there are more, the one that was idle longest is
  /// forgotten. An item of it that comes twice is then taken for a new one.
  std::size_t series = 1024;
};

/// Threads: the caller serialises all calls.
template <class Item>
class Sequencer {
 public:
  enum class Verdict {
    next,   // hand it on now, then all that take_ready() returns
    early,  // call hold() with it
    late,   // it was skipped, or has come before: must not be handed on
  };
  /// An item that is to be handed on now, after its gap if there is one.
  struct Ready {
    std::optional<Gap> gap;
    Item item;
  };

  explicit Sequencer(SequencerLimits limits) : limits_(limits) {}

  /// Allocates only for a new series. Fails: std::bad_alloc; then nothing has changed.
  [[nodiscard]] Verdict judge(SeriesStamp stamp) {
    Series& series = find(stamp.series);
    if (stamp.number == series.expected) {
      ++series.expected;
      if (!series.held.empty()) release(series);
      return Verdict::next;
    }
    const bool is_late = stamp.number < series.expected || series.held.contains(stamp.number);
    return is_late ? Verdict::late : Verdict::early;
  }

  /// Holds an item for which judge() has just returned `early`. If the window is full, it skips
  /// missing items.
  /// Fails: std::bad_alloc; then nothing has changed, and `item` is still the caller's.
  template <class Given>
  void hold(SeriesStamp stamp, Given&& item, std::size_t bytes, TimePoint now) {
    Series& series = find(stamp.series);
    ready_.reserve(ready_.size() + messages_ + 1);  // release() cannot fail
    const bool joins_midway =
        series.expected == 1 && series.held.empty() && stamp.number - 1 > limits_.messages;
    auto& held = series.held[stamp.number];
    held = {std::forward<Given>(item), bytes, now};
    ++messages_;
    bytes_ += bytes;
    if (joins_midway) skip_gap(series);
    while (!series.held.empty() && (is_over_the_window() || !may_wait_)) skip_gap(series);
  }

  /// Call it after judge(), hold(), expire() and stop_waiting(), until it returns nothing.
  [[nodiscard]] std::optional<Ready> take_ready() {
    if (ready_.empty()) return std::nullopt;
    return ready_.pop_front();
  }

  /// Whether take_ready() would return an item.
  [[nodiscard]] bool has_ready() const noexcept { return !ready_.empty(); }

  /// Skips missing items that have been waited for long enough.
  void expire(TimePoint now) {
    for (Series& series : all_series_)
      while (!series.held.empty() && expiry(series) <= now) skip_gap(series);
  }
  /// When to call expire() next; nothing if no item is held.
  [[nodiscard]] std::optional<TimePoint> next_expiry() const {
    std::optional<TimePoint> next;
    for (const Series& series : all_series_)
      if (!series.held.empty()) next = std::min(next.value_or(TimePoint::max()), expiry(series));
    return next;
  }
  /// Skips all missing items, now and from now on. No item is held any more.
  void stop_waiting() {
    may_wait_ = false;
    for (Series& series : all_series_)
      while (!series.held.empty()) skip_gap(series);
  }

  [[nodiscard]] std::size_t held_messages() const noexcept { return messages_; }
  [[nodiscard]] std::size_t held_bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t series_count() const noexcept { return all_series_.size(); }

 private:
  struct Held {
    Item item{};
    std::size_t bytes = 0;
    TimePoint since;
  };
  struct Series {
    std::uint64_t id = 0;
    std::uint64_t expected = 1;
    std::map<std::uint64_t, Held> held;  // by number
  };

  // The series used last is in front.
  Series& find(std::uint64_t id) {
    if (!all_series_.empty() && all_series_.front().id == id) return all_series_.front();
    const auto found = by_id_.find(id);
    if (found == by_id_.end()) return add(id);
    all_series_.splice(all_series_.begin(), all_series_, found->second);
    return all_series_.front();
  }

  Series& add(std::uint64_t id) {
    if (all_series_.size() >= std::max<std::size_t>(limits_.series, 1)) forget_the_most_idle();
    std::list<Series> added(1);
    added.front().id = id;
    by_id_.emplace(id, added.begin());
    all_series_.splice(all_series_.begin(), added);
    return all_series_.front();
  }

  void forget_the_most_idle() {
    Series& series = all_series_.back();
    while (!series.held.empty()) skip_gap(series);
    by_id_.erase(series.id);
    all_series_.pop_back();
  }

  [[nodiscard]] bool is_over_the_window() const noexcept {
    return messages_ > limits_.messages || bytes_ > limits_.bytes;
  }

  // The expected item is known to be missing since the oldest of the held items came.
  [[nodiscard]] TimePoint expiry(const Series& series) const {
    TimePoint since = TimePoint::max();
    for (const auto& [number, held] : series.held) since = std::min(since, held.since);
    return limits_.wait > TimePoint::max() - since ? TimePoint::max() : since + limits_.wait;
  }

  // Requires: an item is held.
  void skip_gap(Series& series) {
    const auto first_held = series.held.begin()->first;
    const Gap gap{series.id, series.expected, first_held - series.expected};
    series.expected = first_held;
    release(series, gap);
  }

  // Requires: an item is held. Makes the held items ready, from the expected number up to the next
  // gap.
  void release(Series& series, std::optional<Gap> gap = std::nullopt) {
    auto first = series.held.begin();
    while (first != series.held.end() && first->first == series.expected) {
      --messages_;
      bytes_ -= first->second.bytes;
      ready_.push_back({std::exchange(gap, std::nullopt), std::move(first->second.item)});
      first = series.held.erase(first);
      ++series.expected;
    }
  }

  const SequencerLimits limits_;
  std::list<Series> all_series_;
  std::unordered_map<std::uint64_t, typename std::list<Series>::iterator> by_id_;
  RingQueue<Ready> ready_;
  std::size_t messages_ = 0, bytes_ = 0;
  bool may_wait_ = true;
};

}  // namespace orbweaver::dispatch
