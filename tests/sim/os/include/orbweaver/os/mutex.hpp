// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's.
#pragma once
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/simulation.hpp>
#include <orbweaver/sim/thread.hpp>

#include <chrono>
#include <mutex>
#include <shared_mutex>

namespace orbweaver::os {

class Mutex {
 public:
  constexpr Mutex() noexcept = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() {
    sim::point(sim::kLockStep);
    if (is_locked_ && owner_ == sim::this_thread() && owner_ != nullptr)
      sim::fail("mutex", "a thread locks a mutex that it holds");
    while (is_locked_) (void)sim::wait_in(waiters_, sim::kNever, "waits for a mutex");
    take();
  }
  bool try_lock() {
    sim::point(sim::kLockStep);
    if (is_locked_) return false;
    take();
    return true;
  }
  void unlock() {
    release();
    sim::point(sim::kLockStep);
  }
  /// As unlock(); no other thread gets the processor.
  void release() {
    if (!is_locked_ || owner_ != sim::this_thread())
      sim::fail("mutex", "a thread unlocks a mutex that it does not hold");
    is_locked_ = false;
    if (!waiters_.is_empty()) sim::wake_one(waiters_);
  }

 private:
  void take() noexcept {
    is_locked_ = true;
    owner_ = sim::this_thread();
  }

  bool is_locked_ = false;
  sim::Thread* owner_ = nullptr;
  sim::WaitList waiters_;
};

class SharedMutex {
 public:
  constexpr SharedMutex() noexcept = default;
  SharedMutex(const SharedMutex&) = delete;
  SharedMutex& operator=(const SharedMutex&) = delete;

  void lock() {
    sim::point(sim::kLockStep);
    while (is_locked_ || sharers_ > 0) wait();
    is_locked_ = true;
  }
  bool try_lock() {
    sim::point(sim::kLockStep);
    if (is_locked_ || sharers_ > 0) return false;
    return is_locked_ = true;
  }
  template <class Count, class Period>
  bool try_lock_for(const std::chrono::duration<Count, Period>& time) {
    sim::point(sim::kLockStep);
    const auto last = sim::virtual_now() + std::chrono::nanoseconds{time}.count();
    while (is_locked_ || sharers_ > 0) {
      if (sim::virtual_now() >= last) return false;
      (void)sim::wait_in(waiters_, last, "waits for a shared mutex");
    }
    return is_locked_ = true;
  }
  void unlock() {
    is_locked_ = false;
    sim::wake_all(waiters_);
    sim::point(sim::kLockStep);
  }
  void lock_shared() {
    sim::point(sim::kLockStep);
    while (is_locked_) wait();
    ++sharers_;
  }
  bool try_lock_shared() {
    sim::point(sim::kLockStep);
    if (is_locked_) return false;
    ++sharers_;
    return true;
  }
  void unlock_shared() {
    if (--sharers_ == 0) sim::wake_all(waiters_);
    sim::point(sim::kLockStep);
  }

 private:
  void wait() { (void)sim::wait_in(waiters_, sim::kNever, "waits for a shared mutex"); }

  bool is_locked_ = false;
  unsigned sharers_ = 0;
  sim::WaitList waiters_;
};

using SharedTimedMutex = SharedMutex;

class OnceFlag {
 public:
  constexpr OnceFlag() noexcept = default;

 private:
  template <class Callable, class... Arguments>
  friend void call_once(OnceFlag& flag, Callable&& callable, Arguments&&... arguments);
  Mutex mutex_;
  bool is_done_ = false;
};

template <class Callable, class... Arguments>
void call_once(OnceFlag& flag, Callable&& callable, Arguments&&... arguments) {
  const std::lock_guard lock{flag.mutex_};
  if (flag.is_done_) return;
  std::forward<Callable>(callable)(std::forward<Arguments>(arguments)...);
  flag.is_done_ = true;
}

}  // namespace orbweaver::os
