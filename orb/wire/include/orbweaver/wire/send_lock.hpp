// SPDX-License-Identifier: Apache-2.0
// The lock that a thread holds while it sends on a connection. It is one word, so that a message
// costs two atomic operations without contention.
//
//             take_if_free              contend
//     free ──────────────────► taken ──────────────► contended ◄──┐ grant, then take_up:
//      ▲                         │                    │   │       │ from the thread that sent
//      ├─────────────────────────┘                    │   └───────┘ to the batch that is first
//      │   free_if_uncontended                        │
//      └──────────────────────────────────────────────┘ set_free: the line is empty
//
// Contended means that a thread or a batch waits in line, and the thread that unlocks must pass the
// lock on. A contend() that finds the word free takes the lock, for the first in the line. A thread
// that gets the lock leaves the line, and holds it at once; a batch stays first until the flusher
// takes the lock up.
#pragma once
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace orbweaver::wire {

/// The lock of a SendQueue under which one thread sends. "Mutex" is the queue's mutex.
class SendLock {
 public:
  [[nodiscard]] bool take_if_free() noexcept {
    auto expected = State::free;
    // acquire: pairs with the release that freed it, so that messages do not mix in the transport
    return state_.compare_exchange_strong(expected, State::taken, std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  /// Called by the sending thread. Returns false if the lock is contended; it stays so.
  [[nodiscard]] bool free_if_uncontended() noexcept {
    auto expected = State::taken;
    // release: pairs with take_if_free
    return state_.compare_exchange_strong(expected, State::free, std::memory_order_release,
                                          std::memory_order_relaxed);
  }

  /// Notes that a thread or a batch stands in the line. Returns true if the lock was free: it now
  /// belongs to the first in the line. Requires: mutex held.
  [[nodiscard]] bool contend() noexcept {
    // acq_rel: if it was free, takes over from the thread that freed it
    return state_.exchange(State::contended, std::memory_order_acq_rel) == State::free;
  }
  /// Gives the lock to the batch that is first in the line. Requires: mutex held.
  void grant() noexcept { is_granted_ = true; }
  /// Whether the lock belongs to that batch, and the flusher has not taken it up yet.
  /// Requires: mutex held.
  [[nodiscard]] bool is_granted() const noexcept { return is_granted_; }
  /// Called by the flusher. Requires: mutex held, granted.
  void take_up() noexcept { is_granted_ = false; }
  /// Requires: mutex held, the line is empty.
  void set_free() noexcept {
    is_granted_ = false;
    state_.store(State::free, std::memory_order_release);
  }

  /// Called by the thread that sends: it gives so many messages more to the transport.
  void note_given(std::uint64_t messages) noexcept {
    given_.store(given() + messages, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t given() const noexcept {
    return given_.load(std::memory_order_relaxed);
  }
  /// See SendQueue::being_given(). Any thread.
  [[nodiscard]] std::optional<std::uint64_t> being_given() const noexcept {
    if (state_.load(std::memory_order_relaxed) == State::free) return std::nullopt;
    return given();
  }

 private:
  enum class State : std::uint8_t { free, taken, contended };

  os::Atomic<State> state_{State::free};
  // Messages given to the transport. Written by the thread that sends; relaxed: a count.
  os::Atomic<std::uint64_t> given_{0};
  bool is_granted_ = false;
};

}  // namespace orbweaver::wire
