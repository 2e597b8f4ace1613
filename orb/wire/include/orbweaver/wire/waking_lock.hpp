// SPDX-License-Identifier: Apache-2.0
// A lock whose holder wakes threads when it lets the lock go. A thread that was woken earlier would
// find the lock taken, and sleep again; on few processors that happens nearly each time.
//
//     thread A (holds the lock)                  thread B (sleeps)
//     writes what B waits for; wake(B)
//     lets the lock go, then wakes B             goes on, and may take the lock at once
#pragma once
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/wake_up.hpp>

#include <mutex>
#include <utility>

namespace orbweaver::wire {

/// A thread that sleeps, on its own stack. A thread that was chosen to be woken is woken once, and
/// its sleeper must stay until then.
struct Sleeper {
  os::WakeUp wake_up;
  Sleeper* next = nullptr;  // the next one to wake
};

struct WakingMutex {
  os::Mutex mutex;
  Sleeper* to_wake = nullptr;  // guarded by the mutex
};

/// Like std::unique_lock.
class WakingLock {
 public:
  explicit WakingLock(WakingMutex& mutex) : mutex_(mutex), lock_(mutex.mutex) {}
  ~WakingLock() {
    if (lock_.owns_lock()) unlock();
  }
  WakingLock(const WakingLock&) = delete;
  WakingLock& operator=(const WakingLock&) = delete;

  void lock() { lock_.lock(); }
  void unlock() {
    auto* const to_wake = std::exchange(mutex_.to_wake, nullptr);
    lock_.unlock();
    wake_all(to_wake);
  }

  /// Requires: held; the sleeper was not chosen yet.
  void wake(Sleeper& sleeper) noexcept { sleeper.next = std::exchange(mutex_.to_wake, &sleeper); }

  /// Waits for `changed`, until the condition holds. Requires: held.
  template <class Condition>
  void wait(os::ConditionVariable& changed, Condition condition) {
    wake_all(std::exchange(mutex_.to_wake, nullptr));
    changed.wait(lock_, condition);
  }
  /// Whether the condition holds.
  template <class Condition>
  bool wait_until(os::ConditionVariable& changed, TimePoint moment, Condition condition) {
    wake_all(std::exchange(mutex_.to_wake, nullptr));
    return changed.wait_until(lock_, moment, condition);
  }

 private:
  // A sleeper that was woken may end at once, so its `next` is read before.
  static void wake_all(Sleeper* sleeper) noexcept {
    while (sleeper != nullptr) std::exchange(sleeper, sleeper->next)->wake_up.give();
  }

  WakingMutex& mutex_;
  std::unique_lock<os::Mutex> lock_;
};

}  // namespace orbweaver::wire
