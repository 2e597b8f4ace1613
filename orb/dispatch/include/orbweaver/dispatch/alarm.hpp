// SPDX-License-Identifier: Apache-2.0
// Calls targets at set times. Its thread sleeps until the first of these times, and is woken only
// for an earlier one. While no time is set, the thread wakes once, and then sleeps until one is
// set.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <map>
#include <memory>
#include <mutex>

namespace orbweaver::dispatch {

/// Threads: any.
class Alarm {
 public:
  class Target {
   public:
    virtual ~Target() = default;
    /// Called on the alarm's thread. Must not block, and must not call the alarm's stop().
    virtual void ring() noexcept = 0;
  };

  /// While no time is set, the thread wakes once: this long after it began or last rang. A set()
  /// for a later time need not wake it.
  static constexpr Nanoseconds kLinger = std::chrono::seconds(1);

  /// `linger` can be added to now().
  explicit Alarm(Nanoseconds linger = kLinger) noexcept : linger_(linger) {}
  /// Calls stop().
  ~Alarm() { stop(); }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// Starts the thread, so that set() need not: to start a thread takes longer than a call. If that
  /// fails, it is logged, and set() tries again.
  void begin() noexcept;
  /// Rings `target` once at `when`, unless it has been destroyed by then. The alarm must not be
  /// destroyed while this runs.
  /// Fails: false after stop(), or if memory is short, or a thread is needed and cannot be started.
  [[nodiscard]] bool set(TimePoint when, std::weak_ptr<Target> target);
  /// Ends ringing. Returns when no ring() is under way. Must not be called from ring().
  void stop() noexcept;

 private:
  [[nodiscard]] bool has_thread() noexcept;
  void run() noexcept;
  void await_first(std::unique_lock<os::Mutex>& lock);
  void sleep(std::unique_lock<os::Mutex>& lock, TimePoint until);
  void ring_first(std::unique_lock<os::Mutex>& lock) noexcept;

  const Nanoseconds linger_;
  os::Mutex mutex_;
  os::ConditionVariable changed_;
  std::multimap<TimePoint, std::weak_ptr<Target>> waiting_;
  /// When the thread wakes by itself; in the past, if it looks for new times before it sleeps.
  TimePoint sleeps_until_ = TimePoint::min();
  bool is_stopped_ = false;
  os::Thread thread_;
};

}  // namespace orbweaver::dispatch
