// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's.
#pragma once
#include <orbweaver/os/condition_variable.hpp>

#include <cstddef>

namespace orbweaver::os {

class Semaphore {
 public:
  constexpr explicit Semaphore(std::ptrdiff_t count) noexcept : count_(count) {}
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  void release(std::ptrdiff_t update = 1) {
    count_ += update;
    for (; update > 0; --update) sim::wake_one(waiters_);
    sim::point(sim::kLockStep);
  }
  void acquire() { (void)take_until(sim::kNever); }
  bool try_acquire() noexcept {
    sim::point(sim::kLockStep);
    return take();
  }
  template <class Clock, class Duration>
  bool try_acquire_until(std::chrono::time_point<Clock, Duration> moment) {
    return take_until(virtual_time(moment));
  }
  template <class Rep, class Period>
  bool try_acquire_for(std::chrono::duration<Rep, Period> time) {
    return try_acquire_until(now() + std::chrono::ceil<Nanoseconds>(time));
  }

 private:
  bool take() noexcept {
    if (count_ == 0) return false;
    --count_;
    return true;
  }
  bool take_until(sim::Time moment) {
    sim::point(sim::kLockStep);
    while (!take())
      if (sim::wait_in(waiters_, moment, "waits for a semaphore") == sim::Woken::by_time)
        return take();
    return true;
  }

  std::ptrdiff_t count_;
  sim::WaitList waiters_;
};

using BinarySemaphore = Semaphore;

class Latch {
 public:
  constexpr explicit Latch(std::ptrdiff_t expected) noexcept : left_(expected) {}
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  void count_down(std::ptrdiff_t update = 1) {
    left_ -= update;
    if (left_ == 0) sim::wake_all(waiters_);
    sim::point(sim::kLockStep);
  }
  [[nodiscard]] bool try_wait() const noexcept {
    sim::point(sim::kLockStep);
    return left_ == 0;
  }
  void wait() const {
    sim::point(sim::kLockStep);
    while (left_ != 0) (void)sim::wait_in(waiters_, sim::kNever, "waits for a latch");
  }
  void arrive_and_wait(std::ptrdiff_t update = 1) {
    count_down(update);
    wait();
  }

 private:
  std::ptrdiff_t left_;
  mutable sim::WaitList waiters_;
};

}  // namespace orbweaver::os
