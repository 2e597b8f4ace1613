// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/dispatch/alarm.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/thread.hpp>

#include <exception>
#include <new>

namespace orbweaver::dispatch {

bool Alarm::set(TimePoint when, std::weak_ptr<Target> target) try {
  std::unique_lock lock(mutex_);
  if (!has_thread()) return false;
  waiting_.emplace(when, std::move(target));
  if (when >= sleeps_until_) return true;
  sleeps_until_ = when;
  // The lock is released first: a thread that wakes while it is held blocks on it.
  lock.unlock();
  changed_.notify_one();
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

void Alarm::begin() noexcept {
  const std::lock_guard lock(mutex_);
  (void)has_thread();
}

// Starts the thread if there is none. Requires: mutex_ held.
bool Alarm::has_thread() noexcept try {
  if (is_stopped_) return false;
  if (!thread_.joinable()) thread_ = os::start_thread({.name = "ow-alarm"}, [this] { run(); });
  return true;
} catch (const std::exception& error) {  // no thread, or no memory for one
  log().warn(
      "cannot start the thread that waits for moments ({}): missing requests are not waited for, "
      "and idle connections stay",
      error.what());
  return false;
}

void Alarm::run() noexcept {
  std::unique_lock lock(mutex_);
  while (!is_stopped_) {
    if (waiting_.empty())
      await_first(lock);
    else if (const TimePoint when = waiting_.begin()->first; when > now())
      sleep(lock, when);
    else
      ring_first(lock);
  }
}

// A caller that has a reference will probably call soon, and set the alarm for a second later or
// more. A thread that wakes by itself before then need not be woken within that call.
void Alarm::await_first(std::unique_lock<os::Mutex>& lock) {
  const auto is_wanted = [this] { return !waiting_.empty() || is_stopped_; };
  const auto end = now() + linger_;
  while (!is_wanted() && now() < end) sleep(lock, end);
  while (!is_wanted()) sleep(lock, TimePoint::max());
}

void Alarm::sleep(std::unique_lock<os::Mutex>& lock, TimePoint until) {
  sleeps_until_ = until;
  if (until == TimePoint::max())
    changed_.wait(lock);
  else
    changed_.wait_until(lock, until);
  sleeps_until_ = TimePoint::min();  // the thread looks at every time before it sleeps again
}

void Alarm::ring_first(std::unique_lock<os::Mutex>& lock) noexcept {
  const auto first = waiting_.begin();
  auto target = first->second.lock();
  waiting_.erase(first);
  lock.unlock();
  if (target) target->ring();
  target.reset();
  lock.lock();
}

void Alarm::stop() noexcept {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    waiting_.clear();
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

}  // namespace orbweaver::dispatch
