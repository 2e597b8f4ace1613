// Looking for something a while before sleeping for it: what comes soon is had without a system
// call, and a wake-up across processors costs 20 to 60 us on a virtual machine. Only where the peer
// can make it come meanwhile: not if it was last seen on this processor and this thread may run on
// no other; and not where looking was in vain the last times, so that idle and slow connections
// cost no processor time.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <cstdint>
#include <thread>

namespace orbweaver::transport::shm {

/// Threads: one at a time, though not always the same.
class BriefLook {
 public:
  /// Whether the condition held within the budget; looks at it at least once. `peer_cpu`: where the
  /// peer was seen last.
  template <class Condition>
  [[nodiscard]] bool until(Condition condition, std::uint32_t peer_cpu) noexcept {
    if (condition()) return true;
    if (to_skip_ > 0) {
      --to_skip_;
      return false;
    }
    if (peer_cpu == os::current_cpu()) {
      if (os::cpus_of_this_thread() < 2) return false;
      std::this_thread::yield();
    }
    const bool came = look(condition);
    last_skip_ = came ? 0 : std::min(2 * last_skip_ + 1, kMostSkipped);
    to_skip_ = last_skip_;
    return came;
  }

 private:
  static constexpr Nanoseconds kBudget = std::chrono::microseconds(50);
  static constexpr unsigned kMostSkipped = 63;
  static constexpr int kLooksAtOnce = 200;

  // After some microseconds the processor is offered to others between looks: the peer may need it.
  template <class Condition>
  [[nodiscard]] static bool look(Condition condition) noexcept {
    const auto give_up = now() + kBudget;
    do {
      for (int i = 0; i < kLooksAtOnce; ++i) {
        if (condition()) return true;
        os::relax();
      }
      std::this_thread::yield();
    } while (now() < give_up);
    return condition();
  }

  unsigned to_skip_ = 0, last_skip_ = 0;
};

}  // namespace orbweaver::transport::shm
