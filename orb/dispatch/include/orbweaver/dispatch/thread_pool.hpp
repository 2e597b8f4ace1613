// SPDX-License-Identifier: Apache-2.0
// Threads that run jobs in no particular order: the `pool` dispatch. Lanes run on them, too.
//
// Jobs and turns of lanes wait in one first-in first-out queue. Each new one wakes the thread that
// became idle last. If no thread is idle, it starts a new one, up to max_threads. The threads stay
// until drain(). Where entries come fast, fewer threads are woken (PoolOptions::processors).
//
// A thread may have to wait for something that only another thread of its pool can do. It says so
// with os::BlockedThread; meanwhile the pool may run one thread more. So jobs that wait for each
// other's queues cannot stop the pool. At most max_threads run at once that are not blocked in this
// way. A nested turn is one for which a job on a pool thread waits. It comes before all others, and
// may have a thread beyond max_threads.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/watermarks.hpp>
#include <orbweaver/os/thread.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace orbweaver::dispatch {

struct PoolOptions {
  /// At least 1. The first thread is started at once, others when jobs wait and no thread is idle.
  unsigned max_threads = 8;
  /// The watermarks of the queue of jobs; turns of lanes do not count.
  dispatch::Watermarks watermarks;
  /// The traits of every thread. Thread N gets the name "<name>-N", or "ow-pool-N" if there is no
  /// name.
  os::ThreadTraits traits;
  /// How many threads may be blocked at once and have others run in their place, of each kind of
  /// os::SpareThreads::BlockKind; and how many nested turns there may be.
  unsigned max_blocked = 64;
  /// The number of processors of the machine. If entries come fast and so many threads are at work,
  /// a turn that a job of the pool schedules wakes no further thread. 0: each entry wakes a thread.
  unsigned processors = 0;
  /// How long a thread looks for an entry before it becomes idle, if entries come fast and a
  /// processor is free. Zero: not at all.
  Nanoseconds look{0};
  /// Entries come fast if threads become idle eight times within this time.
  Nanoseconds fast = std::chrono::milliseconds(4);
};

struct PoolStatistics {
  unsigned threads = 0;  // also those that are blocked, and those that run in their place
  unsigned blocked = 0, most_blocked = 0;
  std::size_t waiting = 0, most_waiting = 0;  // jobs and turns of lanes
  std::uint64_t left = 0;  // turns for which no thread was called: PoolOptions::processors
};

class ThreadPool final : public Dispatcher {
 public:
  /// Fails: std::system_error if not even one thread can be started.
  explicit ThreadPool(PoolOptions options);
  /// Calls close() and drain(). Requires: no thread is in submit_when_room(); call close() first,
  /// and wait until they have left.
  ~ThreadPool() override;

  [[nodiscard]] Intake submit(std::unique_ptr<Job> job, Feeder& feeder) override;
  [[nodiscard]] Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) override;

  /// Refuses new jobs from now on.
  void close() noexcept;
  /// Blocks until every job that was taken has run and every thread has ended. Requires: close()
  /// was called. Must not be called on a pool thread.
  void drain() noexcept;
  [[nodiscard]] PoolStatistics statistics() const;

 private:
  class State;

 public:
  // Lanes use these functions: any thread runs a turn of a lane. Turns are taken even after
  // close(), since the lane has accepted its jobs.
  enum class TurnEnd { done, again };
  class Turn {
   public:
    virtual ~Turn() = default;
    /// Runs the turn. With `again` it goes to the back of the queue; that wakes no thread.
    [[nodiscard]] virtual TurnEnd take_turn() noexcept = 0;
  };
  /// The memory for one turn in the queue, so that schedule() cannot fail. Each owner of a turn has
  /// one. May outlive the pool.
  class TurnSlot {
   public:
    /// Fails: std::bad_alloc.
    explicit TurnSlot(ThreadPool& pool);
    ~TurnSlot();
    TurnSlot(const TurnSlot&) = delete;
    TurnSlot& operator=(const TurnSlot&) = delete;

   private:
    std::shared_ptr<State> pool_;
  };
  /// Queues a turn, which must not be in the queue, and whose owner has a TurnSlot. After drain()
  /// the calling thread runs the turn itself, so that no accepted job is lost.
  void schedule(std::shared_ptr<Turn> turn) noexcept;
  /// Reserves room for a turn for which a job waits. Returns false if max_blocked of them exist.
  /// Takes no lock, so that a lane may call it under its own.
  [[nodiscard]] bool reserve_nested() noexcept;
  /// Schedules the turn for which room was reserved. It must end with `done`.
  void schedule_nested(std::shared_ptr<Turn> turn) noexcept;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace orbweaver::dispatch
