// Which thread sends on a connection: a word, so that without contention a message costs two atomic
// operations.
//
//             take_if_free              contend
//     free ──────────────────► taken ──────────────► contended ◄──┐ grant, then take_up:
//      ▲                         │                    │   │       │ from the thread that sent
//      ├─────────────────────────┘                    │   └───────┘ to the batch that is first
//      │   free_if_uncontended                        │
//      └──────────────────────────────────────────────┘ set_free: the line is empty
//
// Contended means that a thread or a batch waits in line, and the thread that gives the turn back
// must hand it on. A contend() that finds the word free takes the turn, for the first in the line. A
// thread that gets it leaves the line, and has the turn at once; a batch stays first until the
// flusher takes the turn up.
#pragma once
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace orbweaver::wire {

/// Of a SendQueue, whose lock guards what says so.
class SendTurn {
 public:
  [[nodiscard]] bool take_if_free() noexcept {
    auto expected = Turn::free;
    // acquire: pairs with the release that freed it, so that messages do not mix in the transport
    return turn_.compare_exchange_strong(expected, Turn::taken, std::memory_order_acquire,
                                         std::memory_order_relaxed);
  }
  /// By the thread that has it. False: it is contended.
  [[nodiscard]] bool free_if_uncontended() noexcept {
    auto expected = Turn::taken;
    // release: pairs with take_if_free
    return turn_.compare_exchange_strong(expected, Turn::free, std::memory_order_release,
                                         std::memory_order_relaxed);
  }

  /// Something stands in the line. Whether the turn was free, and is now the first one's there.
  /// Requires: lock held.
  [[nodiscard]] bool contend() noexcept {
    // acq_rel: if it was free, takes over from the thread that freed it
    return turn_.exchange(Turn::contended, std::memory_order_acq_rel) == Turn::free;
  }
  /// To the batch that is first in the line. Requires: lock held.
  void grant() noexcept { is_granted_ = true; }
  /// Whether it is that batch's, and was not taken up yet. Requires: lock held.
  [[nodiscard]] bool is_granted() const noexcept { return is_granted_; }
  /// By the flusher. Requires: lock held, granted.
  void take_up() noexcept { is_granted_ = false; }
  /// Requires: lock held, the line is empty.
  void set_free() noexcept {
    is_granted_ = false;
    turn_.store(Turn::free, std::memory_order_release);
  }

  /// By the thread that has the turn: so many messages more are given to the transport.
  void note_given(std::uint64_t messages) noexcept {
    given_.store(given() + messages, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t given() const noexcept {
    return given_.load(std::memory_order_relaxed);
  }
  /// See SendQueue::being_given(). Any thread.
  [[nodiscard]] std::optional<std::uint64_t> being_given() const noexcept {
    if (turn_.load(std::memory_order_relaxed) == Turn::free) return std::nullopt;
    return given();
  }

 private:
  enum class Turn : std::uint8_t { free, taken, contended };

  os::Atomic<Turn> turn_{Turn::free};
  // Messages given to the transport. Written by the thread that has the turn; relaxed: a count.
  os::Atomic<std::uint64_t> given_{0};
  bool is_granted_ = false;
};

}  // namespace orbweaver::wire
