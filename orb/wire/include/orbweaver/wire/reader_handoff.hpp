// SPDX-License-Identifier: Apache-2.0
// The reader hand-off: decides which thread reads a connection. A reader that runs a request itself
// does not read meanwhile. If the servant takes long, the watch lets another thread read on. The
// reader and the watch share one word:
//
//   reading ─ enter_servant ─► in servant ─ return_to_reading: true ─► reading
//                                 └─ take_over ─► handed over ─ return_to_reading: false ─► ended
//
// Thread R (the reader), thread W (the watch), thread N (another reader, which W starts or finds):
//
//   the servant takes long
//     R: enter_servant(), calls the servant
//     W: look(): in the servant; some milliseconds later look(): the same
//     W or N: take_over(): true; N reads the connection from now on
//     R: the servant returns; return_to_reading(): false; R leaves the connection alone
//   R returns just before the hand-over
//     W: look() twice: the same
//     R: return_to_reading(): true; R reads on
//     W or N: take_over(): false, as the word has changed; N leaves the connection alone
//
// The word counts each entry and each return, so "the same" means the same stay in the servant, not
// a later one. A word is for one reader: the thread that takes over has another one.
#pragma once
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstdint>

namespace orbweaver::wire {

/// Threads: the reader calls enter_servant() and return_to_reading(). The watch calls look(); it or
/// the thread that it starts calls take_over().
class ReaderHandoff {
 public:
  /// A value of the word, which the watch remembers from one look() to the next.
  using Look = std::uint64_t;

  void enter_servant() noexcept {
    // seq_cst: this write comes before the reader's check whether the watch sleeps. It pairs with
    // the watch, which announces that it sleeps before it reads this word (ReaderWatch::park).
    state_.fetch_add(1, std::memory_order_seq_cst);
  }
  /// Goes back to reading. False if another thread reads the connection now: the calling thread
  /// must leave the connection alone.
  [[nodiscard]] bool return_to_reading() noexcept {
    // release: pairs with the acquire in take_over and in has_ended
    return (state_.fetch_add(1, std::memory_order_release) & kHandedOver) == 0;
  }

  [[nodiscard]] Look look() const noexcept { return state_.load(std::memory_order_seq_cst); }
  [[nodiscard]] static bool is_in_servant(Look look) noexcept {
    return (look & kHandedOver) == 0 && (look & kInServant) != 0;
  }
  /// True if the reader is still in the servant in which it was at `then`: another thread reads the
  /// connection from now on.
  [[nodiscard]] bool take_over(Look then) noexcept {
    // acquire: the new reader sees all that the old one did before it entered the servant
    return state_.compare_exchange_strong(then, then | kHandedOver, std::memory_order_acquire);
  }
  /// Whether the connection was handed over and the old reader has returned from the servant. Then
  /// the word may be used for another reader.
  [[nodiscard]] bool has_ended() const noexcept {
    const auto state = state_.load(std::memory_order_acquire);
    return (state & kHandedOver) != 0 && (state & kInServant) == 0;
  }
  /// Makes the word ready for another reader. Requires: has_ended().
  void restart() noexcept { state_.fetch_and(~kHandedOver, std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kInServant = 1;  // the count is odd
  static constexpr std::uint64_t kHandedOver = std::uint64_t{1} << 63;
  os::Atomic<std::uint64_t> state_{0};
};

/// The watch over readers, which sleeps while no reader is in a servant.
class HandoffWatch {
 public:
  HandoffWatch() = default;
  HandoffWatch(const HandoffWatch&) = delete;
  HandoffWatch& operator=(const HandoffWatch&) = delete;

  /// Call it after enter_servant(). Any thread; one load if the watch is awake.
  void wake() noexcept {
    // seq_cst: see ReaderHandoff::enter_servant
    if (is_asleep_.load(std::memory_order_seq_cst)) [[unlikely]]
      wake_up();
  }

 protected:
  ~HandoffWatch() = default;
  /// Ends the watch's sleep. Called only while the watch sleeps, so seldom.
  virtual void wake_up() noexcept = 0;

  os::Atomic<bool> is_asleep_{false};
};

}  // namespace orbweaver::wire
