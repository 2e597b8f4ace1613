// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/sim/faults.hpp>

#include <condition_variable>
#include <stop_token>

namespace orbweaver::os {

using std::cv_status;

/// The moment in virtual time.
template <class Clock, class Duration>
sim::Time virtual_time(std::chrono::time_point<Clock, Duration> moment) {
  return std::chrono::duration_cast<Nanoseconds>(moment.time_since_epoch()).count();
}

class ConditionVariable {
 public:
  ConditionVariable() noexcept = default;
  ConditionVariable(const ConditionVariable&) = delete;
  ConditionVariable& operator=(const ConditionVariable&) = delete;

  void notify_one() noexcept {
    sim::wake_one(waiters_);
    sim::point(sim::kLockStep);
  }
  void notify_all() noexcept {
    sim::wake_all(waiters_);
    sim::point(sim::kLockStep);
  }

  template <class Lock>
  void wait(Lock& lock) {
    (void)wait_to(lock, sim::kNever);
  }
  template <class Lock, class Condition>
  void wait(Lock& lock, Condition condition) {
    while (!condition()) wait(lock);
  }
  template <class Lock, class Clock, class Duration>
  cv_status wait_until(Lock& lock, std::chrono::time_point<Clock, Duration> moment) {
    return wait_to(lock, virtual_time(moment));
  }
  template <class Lock, class Clock, class Duration, class Condition>
  bool wait_until(Lock& lock, std::chrono::time_point<Clock, Duration> moment,
                  Condition condition) {
    while (!condition())
      if (wait_until(lock, moment) == cv_status::timeout) return condition();
    return true;
  }
  template <class Lock, class Rep, class Period>
  cv_status wait_for(Lock& lock, std::chrono::duration<Rep, Period> time) {
    return wait_until(lock, now() + std::chrono::ceil<Nanoseconds>(time));
  }
  template <class Lock, class Rep, class Period, class Condition>
  bool wait_for(Lock& lock, std::chrono::duration<Rep, Period> time, Condition condition) {
    return wait_until(lock, now() + std::chrono::ceil<Nanoseconds>(time), std::move(condition));
  }

  template <class Lock, class Condition>
  bool wait(Lock& lock, std::stop_token stop, Condition condition) {
    const std::stop_callback wake{stop, [this] { sim::wake_all(waiters_); }};
    while (!condition()) {
      if (stop.stop_requested()) return false;
      wait(lock);
    }
    return true;
  }
  template <class Lock, class Clock, class Duration, class Condition>
  bool wait_until(Lock& lock, std::stop_token stop, std::chrono::time_point<Clock, Duration> moment,
                  Condition condition) {
    const std::stop_callback wake{stop, [this] { sim::wake_all(waiters_); }};
    while (!condition()) {
      if (stop.stop_requested() || wait_until(lock, moment) == cv_status::timeout)
        return condition();
    }
    return true;
  }
  template <class Lock, class Rep, class Period, class Condition>
  bool wait_for(Lock& lock, std::stop_token stop, std::chrono::duration<Rep, Period> time,
                Condition condition) {
    return wait_until(lock, std::move(stop), now() + std::chrono::ceil<Nanoseconds>(time),
                      std::move(condition));
  }

 private:
  // From the unlock to the wait no other thread runs: no notification is missed.
  template <class Lock>
  cv_status wait_to(Lock& lock, sim::Time moment) {
    if (sim::fault(sim::Kind::spurious_wake)) {
      lock.unlock();
      lock.lock();
      return cv_status::no_timeout;
    }
    sim::Woken woken;
    {
      const sim::Uninterrupted whole;
      lock.unlock();
      woken = sim::wait_in(waiters_, moment, "waits for a condition");
    }
    lock.lock();
    return woken == sim::Woken::by_time ? cv_status::timeout : cv_status::no_timeout;
  }

  sim::WaitList waiters_;
};

using ConditionVariableAny = ConditionVariable;

}  // namespace orbweaver::os
