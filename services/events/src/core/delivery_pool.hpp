// SPDX-License-Identifier: Apache-2.0
// The threads that call consumers: a fixed number for all channels.
//
// A call may block up to its timeout, when it connects or when a socket is full. So tasks come in
// two kinds. Those of consumers that answered last time are trusted, and may take every thread.
// The others take at most half of the threads: any number of dead consumers leaves threads for the
// rest.
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

/// Tasks may hold the pool, so its owner calls stop(). Threads: any.
class DeliveryPool {
 public:
  explicit DeliveryPool(std::size_t threads);
  /// As stop() without time for the tasks that wait.
  ~DeliveryPool();
  DeliveryPool(const DeliveryPool&) = delete;
  DeliveryPool& operator=(const DeliveryPool&) = delete;

  /// Order: tasks of one kind begin in the order in which they came. After stop() the task is
  /// discarded.
  void schedule(std::shared_ptr<Task> task, Trust trust);
  /// The task is scheduled at that moment, as an untrusted one.
  void schedule_at(TimePoint moment, std::shared_ptr<Task> task);
  /// Refuses new tasks. Tasks that are ready still begin until the deadline;
  /// later ones are discarded. Blocks until the running
  /// ones have ended. Must not be called by a task.
  void stop(Deadline deadline);

 private:
  using Lock = std::unique_lock<os::Mutex>;
  struct Ready {
    std::shared_ptr<Task> task;  // null: none
    Trust trust = Trust::untrusted;
  };

  void work();
  void discard_all();
  // All require: mutex_ held.
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
