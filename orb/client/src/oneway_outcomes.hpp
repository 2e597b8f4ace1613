// SPDX-License-Identifier: Apache-2.0
// Which one-way requests of a connection the server has certainly read. The others are counted as
// uncertain when the connection ends.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/wire/send_queue.hpp>
#include <orbweaver/wire/statistics.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace orbweaver::client {

/// Threads: taken() and note_sent() from any thread; all else with the connection's lock.
class OnewayOutcomes {
 public:
  /// `queue` and `counters` must outlive this object.
  OnewayOutcomes(const wire::SendQueue& queue, wire::Counters& counters) noexcept
      : queue_(queue), counters_(counters) {}

  /// The number of one-way requests that are sent before any later request, with those in the
  /// queue. The reply to a later request proves that the server has read them.
  [[nodiscard]] std::uint64_t taken() const noexcept {
    return with_transport_.load(std::memory_order_relaxed) + queue_.enqueued();
  }
  /// Notes that the transport took a one-way request. True if count_uncertain() ran before: call it
  /// again.
  //
  // Thread A (a sender) and thread B (which counts), each of which writes before it reads:
  //   A: adds its request, then reads whether B has counted
  //   B: says that it has counted, then reads how many were sent
  // B sees A's request, or A sees that it was not counted. seq_cst: in all four.
  [[nodiscard]] bool note_sent() noexcept {
    with_transport_.fetch_add(1, std::memory_order_seq_cst);
    return was_counted_.load(std::memory_order_seq_cst);
  }

  /// Notes that the reply came to a request before which taken() was `taken_before`. Some of those
  /// that waited in the queue then may have been dropped since.
  void settle(std::uint64_t taken_before) noexcept {
    settled_ = std::max(settled_, std::min(taken_before, sent()));
  }
  void settle_all() noexcept { settled_ = sent(); }
  /// Call it when the connection has ended: counts each request that is not settled once.
  void count_uncertain() noexcept {
    was_counted_.store(true, std::memory_order_seq_cst);  // pairs with note_sent()
    const auto all = sent();
    if (all <= settled_) return;
    wire::Counters::count(counters_.oneways_uncertain, all - settled_);
    settled_ = all;
  }

 private:
  // A queued request counts when the transport has it.
  [[nodiscard]] std::uint64_t sent() const noexcept {
    return with_transport_.load(std::memory_order_seq_cst) + queue_.flushed();
  }

  const wire::SendQueue& queue_;
  wire::Counters& counters_;
  os::Atomic<std::uint64_t> with_transport_{0};
  os::Atomic<bool> was_counted_{false};
  std::uint64_t settled_ = 0;  // the server has read them, or they were counted as uncertain
};

}  // namespace orbweaver::client
