// SPDX-License-Identifier: Apache-2.0
// How many threads of this process poll on one processor. A thread that polls in a tight loop keeps
// the processor from the others. With four readers on one processor a message then waits for three
// loops of some microseconds; so a thread that is not alone yields after each look.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/thread.hpp>

#include <array>
#include <atomic>
#include <cstdint>

namespace orbweaver::transport::shm {

/// Counts the calling thread as one that polls on its processor, for as long as the object lives. A
/// thread that moves meanwhile still counts on the processor where it was: the count is a guess, on
/// which only speed depends. Lives on the stack.
class PollersHere {
 public:
  PollersHere() noexcept : count_(counts_[os::current_cpu() % kCounts].value) {
    count_.fetch_add(1, std::memory_order_relaxed);
  }
  ~PollersHere() { count_.fetch_sub(1, std::memory_order_relaxed); }
  PollersHere(const PollersHere&) = delete;
  PollersHere& operator=(const PollersHere&) = delete;

  /// Whether another thread polls here, too.
  [[nodiscard]] bool are_others() const noexcept {
    return count_.load(std::memory_order_relaxed) > 1;
  }

 private:
  static constexpr std::size_t kCounts = 64;  // higher processors share a count
  struct alignas(64) Count {                  // on a cache line of its own
    os::Atomic<std::uint32_t> value;
  };
  inline static constinit std::array<Count, kCounts> counts_{};

  os::Atomic<std::uint32_t>& count_;
};

}  // namespace orbweaver::transport::shm
