// SPDX-License-Identifier: Apache-2.0
#include "delivery_pool.hpp"

#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::events {

DeliveryPool::DeliveryPool(std::size_t threads)
    : most_untrusted_(std::max<std::size_t>(threads / 2, 1)) {
  const auto count = std::max<std::size_t>(threads, 2);
  for (std::size_t i = 0; i < count; ++i)
    threads_.push_back(os::start_thread({.name = "ow-events"}, [this] { work(); }));
}

DeliveryPool::~DeliveryPool() { stop(Deadline::at(now())); }

void DeliveryPool::schedule(std::shared_ptr<Task> task, Trust trust) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    (trust == Trust::trusted ? trusted_ : untrusted_).push_back(std::move(task));
  }
  changed_.notify_one();
}

void DeliveryPool::schedule_at(TimePoint moment, std::shared_ptr<Task> task) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    later_.emplace(moment, std::move(task));
  }
  changed_.notify_one();  // wakes a thread, which may have to wait for an earlier moment now
}

void DeliveryPool::stop(Deadline deadline) {
  std::vector<os::Thread> threads;
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_) stopping_ = deadline;
    threads.swap(threads_);
  }
  changed_.notify_all();
  threads.clear();
  discard_all();
}

// Destroys the tasks without the lock, as their destructors may call the pool.
void DeliveryPool::discard_all() {
  std::deque<std::shared_ptr<Task>> trusted, untrusted;
  std::multimap<TimePoint, std::shared_ptr<Task>> later;
  const std::lock_guard lock(mutex_);
  trusted.swap(trusted_);
  untrusted.swap(untrusted_);
  later.swap(later_);
}

bool DeliveryPool::may_run_untrusted() const noexcept {
  return !untrusted_.empty() && untrusted_running_ < most_untrusted_;
}

// Takes trusted and untrusted tasks in turn, so that neither kind delays the other.
DeliveryPool::Ready DeliveryPool::next() {
  const bool takes_untrusted = may_run_untrusted() && (trusted_.empty() || last_ == Trust::trusted);
  if (!takes_untrusted && trusted_.empty()) return {};
  last_ = takes_untrusted ? Trust::untrusted : Trust::trusted;
  auto& from = takes_untrusted ? untrusted_ : trusted_;
  Ready ready{std::move(from.front()), last_};
  from.pop_front();
  return ready;
}

void DeliveryPool::promote_due(TimePoint moment) {
  while (!later_.empty() && later_.begin()->first <= moment) {
    untrusted_.push_back(std::move(later_.begin()->second));
    later_.erase(later_.begin());
  }
}

bool DeliveryPool::is_over() const {
  return stopping_ && (stopping_->has_passed() || (trusted_.empty() && untrusted_.empty()));
}

void DeliveryPool::wait(Lock& lock) {
  if (later_.empty()) return changed_.wait(lock);
  // a copy, as the entry may be removed while the thread waits
  const auto moment = later_.begin()->first;
  changed_.wait_until(lock, moment);
}

// A thread that takes a task wakes the next thread if there are more tasks, since several may be
// due at the same time. A thread that has finished an untrusted task looks for the next one itself.
void DeliveryPool::work() {
  Lock lock(mutex_);
  while (!is_over()) {
    promote_due(now());
    auto ready = next();
    if (!ready.task) {
      if (stopping_) return;
      wait(lock);
      continue;
    }
    const bool is_untrusted = ready.trust == Trust::untrusted;
    if (is_untrusted) ++untrusted_running_;
    if (!trusted_.empty() || may_run_untrusted()) changed_.notify_one();
    lock.unlock();
    ready.task->run();
    ready.task.reset();
    lock.lock();
    if (is_untrusted) --untrusted_running_;
  }
}

}  // namespace orbweaver::events
