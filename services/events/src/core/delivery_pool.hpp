// SPDX-License-Identifier: Apache-2.0
// The threads that call consumers: a fixed number for all channels.
//
// A call may block up to its timeout while it connects, or while a socket is full. So there are two
// kinds of tasks. Tasks of consumers that answered the last call are trusted, and may use every
// thread. All others together use at most half of the threads: so there are threads left for live
// consumers, however many dead ones there are.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace orbweaver::events {

enum class Trust { trusted, untrusted };

class Task {
 public:
  Task() = default;
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual void run() noexcept = 0;
};

/// The owner must call stop(), as tasks may own the pool. Threads: any.
class DeliveryPool {
 public:
  explicit DeliveryPool(std::size_t threads);
  /// Like stop() with a deadline that has passed.
  ~DeliveryPool();
  DeliveryPool(const DeliveryPool&) = delete;
  DeliveryPool& operator=(const DeliveryPool&) = delete;

  /// Order: tasks of one kind begin in the order of these calls. After stop() the task is
  /// discarded.
  void schedule(std::shared_ptr<Task> task, Trust trust);
  /// Schedules the task at that moment, as an untrusted one.
  void schedule_at(TimePoint moment, std::shared_ptr<Task> task);
  /// Refuses new tasks. Tasks that are ready still begin until the deadline; the others are
  /// discarded. Blocks: until the running tasks have ended. Must not be called by a task.
  void stop(Deadline deadline);

 private:
  using Lock = std::unique_lock<os::Mutex>;
  struct Ready {
    std::shared_ptr<Task> task;  // null: none
    Trust trust = Trust::untrusted;
  };

  void work();
  void discard_all();
  // These functions require that mutex_ is held.
  [[nodiscard]] Ready next();
  [[nodiscard]] bool may_run_untrusted() const noexcept;
  void promote_due(TimePoint moment);
  void wait(Lock& lock);
  [[nodiscard]] bool is_over() const;

  const std::size_t most_untrusted_;
  os::Mutex mutex_;
  os::ConditionVariable changed_;
  std::deque<std::shared_ptr<Task>> trusted_, untrusted_;
  std::multimap<TimePoint, std::shared_ptr<Task>> later_;
  std::size_t untrusted_running_ = 0;
  Trust last_ = Trust::untrusted;
  std::optional<Deadline> stopping_;
  std::vector<os::Thread> threads_;
};

}  // namespace orbweaver::events
