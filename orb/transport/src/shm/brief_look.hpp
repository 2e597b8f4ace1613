// Looking for something a while before sleeping for it: what comes soon is had without a system
// call, and a wake-up across processors costs 20 to 60 us on a virtual machine. Only where another
// processor can make it come meanwhile, and not where looking was in vain the last times, so that
// idle and slow connections cost no processor time.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <thread>

namespace orbweaver::transport::shm {

/// Threads: one at a time, though not always the same.
class BriefLook {
 public:
  /// Whether the condition held within the budget; looks at it at least once.
  template <class Condition>
  [[nodiscard]] bool until(Condition condition) noexcept {
    if (condition()) return true;
    if (to_skip_ > 0) {
      --to_skip_;
      return false;
    }
    if (os::cpus_of_this_thread() < 2) return false;
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
