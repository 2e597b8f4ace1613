// Whether the requests of an object have been brief lately, so that the thread which read the next
// one may run it itself. A wake-up of another thread costs more than a brief request, and less than
// what others on the connection would wait behind a long one.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <atomic>

namespace orbweaver::server {

/// Starts as not brief; one brief request makes it so, one long request unmakes it for the next
/// kLongMemory ones.
/// Threads: any; what several note at once may get lost, which costs a detour and no more.
class ServiceTime {
 public:
  static constexpr Nanoseconds kBrief = std::chrono::microseconds(50);
  static constexpr int kLongMemory = 16;

  // relaxed in all: a guess about the future, which orders nothing
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
  std::atomic<int> credit_{0};
};

}  // namespace orbweaver::server
