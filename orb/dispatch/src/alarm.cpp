#include <orbweaver/dispatch/alarm.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/thread.hpp>

#include <exception>
#include <new>

namespace orbweaver::dispatch {

bool Alarm::set(TimePoint when, std::weak_ptr<Target> target) try {
  const std::lock_guard lock(mutex_);
  if (!has_thread()) return false;
  waiting_.emplace(when, std::move(target));
  changed_.notify_one();
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

void Alarm::begin() noexcept {
  const std::lock_guard lock(mutex_);
  (void)has_thread();
}

// Starts it if it is not there. Requires: mutex_ held.
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
    if (waiting_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto first = waiting_.begin();
    if (const TimePoint when = first->first; when > now()) {
      changed_.wait_until(lock, when);
      continue;
    }
    auto target = first->second.lock();
    waiting_.erase(first);
    lock.unlock();
    if (target) target->ring();
    target.reset();
    lock.lock();
  }
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
