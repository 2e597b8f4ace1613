// SPDX-License-Identifier: Apache-2.0
// Whether the requests of an object have been brief lately. If so, the thread that reads the next
// request runs it itself: to wake another thread would take longer than the request. A long request
// would hold up the other requests of the connection, so it runs on another thread.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/atomic.hpp>

#include <atomic>

namespace orbweaver::server {

/// Starts as not brief. One brief request makes the object brief. After one long request it is not
/// brief for the next kLongMemory requests.
/// Threads: any. If several threads note a request at once, one note may be lost; then a request
/// runs on the wrong one of the two threads, and no more.
class ServiceTime {
 public:
  static constexpr Nanoseconds kBrief = std::chrono::microseconds(50);
  static constexpr int kLongMemory = 16;

  // relaxed in all: the value is a guess about the future, and orders no other memory
  [[nodiscard]] bool is_brief() const noexcept {
    return credit_.load(std::memory_order_relaxed) > 0;
  }
  void note(Nanoseconds took) noexcept {
    if (took > kBrief) return note_long();
    const auto credit = credit_.load(std::memory_order_relaxed);
    if (credit <= 0) credit_.store(credit + 1, std::memory_order_relaxed);
  }
  void note_long() noexcept { credit_.store(-kLongMemory, std::memory_order_relaxed); }

 private:
  os::Atomic<int> credit_{0};
};

}  // namespace orbweaver::server
