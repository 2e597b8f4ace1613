// Restores the order of streams of numbered items. Pure logic: no thread, no clock, no lock. The
// caller gives it stamped items and times. It says which item is next, early or late.
//
//   stream 7:   delivered 1 2 3 │ 4 missing │ held 5 6 . 8
//                               ▲ expected: waited for until `since` of the oldest held + wait
//
// For each stream it holds that
//   an item is handed on only if its number is the expected one, which then grows by one;
//   otherwise the expected number grows only over a gap, which is reported with the next item;
//   all held numbers are larger than the expected one.
// So no number is handed on twice or after a larger one. Each number up to the last one was either
// handed on or in a gap.
//
// Numbers of a stream begin at 1. If the first item of a stream has a number beyond the window, the
// stream began before the receiver started. It is then joined at that item, with a gap before it.
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

/// The place of an item: its number in its stream, from 1.
struct Stamp {
  std::uint64_t stream = 0;
  std::uint64_t number = 0;
};

/// Numbers of a stream that were skipped: they are never handed on.
struct Gap {
  std::uint64_t stream = 0;
  std::uint64_t first_missing = 0;  // its number; those that follow it directly are missing, too
  std::uint64_t count = 0;          // how many are missing; at least 1
  friend bool operator==(const Gap&, const Gap&) = default;
};

struct SequencerLimits {
  /// The window: how many early items are held, of all streams together.
  std::size_t messages = 256;
  std::size_t bytes = 8U << 20;
  /// How long to wait for a missing item, from the moment when a later item showed that it is
  /// missing.
  Nanoseconds wait = std::chrono::seconds(1);
  /// How many streams are remembered. If there are more, the one that was idle longest is
  /// forgotten. An item of it that comes twice is then taken for a new one.
  std::size_t streams = 1024;
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

  /// Allocates only for a new stream. Fails: std::bad_alloc; then nothing has changed.
  [[nodiscard]] Verdict judge(Stamp stamp) {
    Stream& stream = find(stamp.stream);
    if (stamp.number == stream.expected) {
      ++stream.expected;
      if (!stream.held.empty()) release(stream);
      return Verdict::next;
    }
    const bool is_late = stamp.number < stream.expected || stream.held.contains(stamp.number);
    return is_late ? Verdict::late : Verdict::early;
  }

  /// Holds an item for which judge() has just returned `early`. If the window is full, it skips
  /// missing items.
  /// Fails: std::bad_alloc; then nothing has changed, and `item` is still the caller's.
  template <class Given>
  void hold(Stamp stamp, Given&& item, std::size_t bytes, TimePoint now) {
    Stream& stream = find(stamp.stream);
    ready_.reserve(ready_.size() + messages_ + 1);  // release() cannot fail
    const bool joins_midway =
        stream.expected == 1 && stream.held.empty() && stamp.number - 1 > limits_.messages;
    auto& held = stream.held[stamp.number];
    held = {std::forward<Given>(item), bytes, now};
    ++messages_;
    bytes_ += bytes;
    if (joins_midway) skip_gap(stream);
    while (!stream.held.empty() && (is_over_the_window() || !may_wait_)) skip_gap(stream);
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
    for (Stream& stream : streams_)
      while (!stream.held.empty() && expiry(stream) <= now) skip_gap(stream);
  }
  /// When to call expire() next; nothing if no item is held.
  [[nodiscard]] std::optional<TimePoint> next_expiry() const {
    std::optional<TimePoint> next;
    for (const Stream& stream : streams_)
      if (!stream.held.empty()) next = std::min(next.value_or(TimePoint::max()), expiry(stream));
    return next;
  }
  /// Skips all missing items, now and from now on. No item is held any more.
  void stop_waiting() {
    may_wait_ = false;
    for (Stream& stream : streams_)
      while (!stream.held.empty()) skip_gap(stream);
  }

  [[nodiscard]] std::size_t held_messages() const noexcept { return messages_; }
  [[nodiscard]] std::size_t held_bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t streams() const noexcept { return streams_.size(); }

 private:
  struct Held {
    Item item{};
    std::size_t bytes = 0;
    TimePoint since;
  };
  struct Stream {
    std::uint64_t id = 0;
    std::uint64_t expected = 1;
    std::map<std::uint64_t, Held> held;  // by number
  };

  // The stream used last is in front.
  Stream& find(std::uint64_t id) {
    if (!streams_.empty() && streams_.front().id == id) return streams_.front();
    const auto found = places_.find(id);
    if (found == places_.end()) return add(id);
    streams_.splice(streams_.begin(), streams_, found->second);
    return streams_.front();
  }

  Stream& add(std::uint64_t id) {
    if (streams_.size() >= std::max<std::size_t>(limits_.streams, 1)) forget_the_most_idle();
    std::list<Stream> added(1);
    added.front().id = id;
    places_.emplace(id, added.begin());
    streams_.splice(streams_.begin(), added);
    return streams_.front();
  }

  void forget_the_most_idle() {
    Stream& stream = streams_.back();
    while (!stream.held.empty()) skip_gap(stream);
    places_.erase(stream.id);
    streams_.pop_back();
  }

  [[nodiscard]] bool is_over_the_window() const noexcept {
    return messages_ > limits_.messages || bytes_ > limits_.bytes;
  }

  // The expected item is known to be missing since the oldest of the held items came.
  [[nodiscard]] TimePoint expiry(const Stream& stream) const {
    TimePoint since = TimePoint::max();
    for (const auto& [number, held] : stream.held) since = std::min(since, held.since);
    return limits_.wait > TimePoint::max() - since ? TimePoint::max() : since + limits_.wait;
  }

  // Requires: an item is held.
  void skip_gap(Stream& stream) {
    const auto first_held = stream.held.begin()->first;
    const Gap gap{stream.id, stream.expected, first_held - stream.expected};
    stream.expected = first_held;
    release(stream, gap);
  }

  // Requires: an item is held. Makes the held items ready, from the expected number up to the next
  // gap.
  void release(Stream& stream, std::optional<Gap> gap = std::nullopt) {
    auto first = stream.held.begin();
    while (first != stream.held.end() && first->first == stream.expected) {
      --messages_;
      bytes_ -= first->second.bytes;
      ready_.push_back({std::exchange(gap, std::nullopt), std::move(first->second.item)});
      first = stream.held.erase(first);
      ++stream.expected;
    }
  }

  const SequencerLimits limits_;
  std::list<Stream> streams_;
  std::unordered_map<std::uint64_t, typename std::list<Stream>::iterator> places_;
  RingQueue<Ready> ready_;
  std::size_t messages_ = 0, bytes_ = 0;
  bool may_wait_ = true;
};

}  // namespace orbweaver::dispatch
