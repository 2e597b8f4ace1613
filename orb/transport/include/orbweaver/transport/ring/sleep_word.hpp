// SPDX-License-Identifier: Apache-2.0
// Says whether one side sleeps, so that the other side rings a bell exactly when the sleeper would
// miss something otherwise. The caller has the bell and the events; here are only the words.
//
//   sleeper (thread A)                        waker (thread B)
//   1 announce_sleep(): word even, fence      1 publishes an event
//   2 checks for events again                 2 must_ring(): fence, then reads the word
//   3 none: sleeps until the bell rings       3 even, and not yet rung for: rings
//   4 announce_awake(): word odd
//
// No event is missed, because one of the two fences comes first:
//
//   A's fence first   A's word is written before it, and B reads the word after B's fence. B sees
//                     that A sleeps, and rings.
//   B's fence first   B's event is published before it, and A checks after A's fence. A sees the
//                     event, and does not sleep.
//
// Both may happen: A finds the event by itself, and B rings, too. So a bell may ring when there is
// nothing left to find; the sleeper then checks and sleeps on. B rings at most once for each
// announce_sleep(), as each writes another even number, however many threads B stands for. A word
// that was never written is zero: asleep, so that the first event rings.
#pragma once
#include <orbweaver/transport/ring/access.hpp>

#include <cstdint>

namespace orbweaver::transport::ring {

/// Threads: one at a time.
template <class Access = DirectAccess>
class SleepWord {
 public:
  /// `word` is this side's, zero at first.
  explicit SleepWord(std::uint32_t& word) noexcept : word_(word) {}

  [[nodiscard]] bool is_asleep() const noexcept { return value_ % 2 == 0; }
  /// From now on the other side rings for the next event, once. Check for events again after this
  /// call and before sleeping. A thread that was woken and found nothing must call it again.
  void announce_sleep() noexcept {
    value_ += is_asleep() ? 2U : 1U;
    Access::store_relaxed(word_, value_);
    Access::fence();  // pairs with the one in Waker::must_ring()
  }
  /// The other side need not ring: this one checks for events by itself.
  void announce_awake() noexcept {
    if (is_asleep()) Access::store_relaxed(word_, ++value_);
  }

 private:
  std::uint32_t& word_;
  std::uint32_t value_ = 0;
};

/// Threads: any.
template <class Access = DirectAccess>
class Waker {
 public:
  /// `word` is the other side's.
  explicit Waker(const std::uint32_t& word) noexcept : word_(word) {}

  /// Whether to ring for what was published before this call.
  [[nodiscard]] bool must_ring() noexcept {
    Access::fence();  // pairs with the one in SleepWord::announce_sleep()
    const auto value = Access::load_relaxed(word_);
    return value % 2 == 0 && is_the_first_for(value);
  }

 private:
  // Never goes back: a thread that has read a value and comes late would ring for a sleep that is
  // over, and the next thread once more for this one. relaxed: only chooses which thread rings.
  bool is_the_first_for(std::uint32_t value) noexcept {
    auto last = Access::load_relaxed(last_rung_);
    while (is_newer(value, last))
      if (Access::compare_exchange_relaxed(last_rung_, last, value)) return true;
    return false;
  }
  // The values begin anew after the largest.
  static bool is_newer(std::uint32_t value, std::uint32_t than) noexcept {
    return static_cast<std::int32_t>(value - than) > 0;
  }

  const std::uint32_t& word_;
  std::uint32_t last_rung_ = ~0U;  // shared by this side's threads; right before zero: for none yet
};

}  // namespace orbweaver::transport::ring
