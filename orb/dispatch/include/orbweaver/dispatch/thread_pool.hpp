// Threads that run jobs in no particular order: the `pool` dispatch, and what lanes run on.
//
// Jobs and turns of lanes wait in one first-in first-out queue. Each that comes in calls one idle
// thread, the one that fell idle last; if none is idle a new thread is started, up to max_threads,
// also when all threads are blocked in their jobs. The threads stay until drain().
//
// A thread that waits for what only another thread of its pool can bring about says so
// (BlockedPoolThread): the pool may run one thread more for as long, so that jobs which wait for
// each other's queues cannot stop it. At most max_threads run at once that are not so blocked.
// Likewise a nested turn, which a job that has a thread already waits for, comes before all others
// and has a thread beyond max_threads.
#pragma once
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/flow/watermarks.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstddef>
#include <memory>

namespace orbweaver::dispatch {

struct PoolOptions {
  /// At least 1. The first is started at once, others while jobs wait and none is idle.
  unsigned max_threads = 8;
  /// Of the queue of waiting jobs; turns of lanes do not count.
  flow::Watermarks watermarks;
  /// Of every thread. Thread N is called "<name>-N", or "ow-pool-N" if there is no name.
  os::ThreadTraits traits;
  /// How many threads may be blocked at once with others in their place; and how many nested turns
  /// there may be.
  unsigned max_blocked = 64;
};

struct PoolStatistics {
  unsigned threads = 0;  // blocked ones and those that took their place among them
  unsigned blocked = 0, most_blocked = 0;
  std::size_t waiting = 0, most_waiting = 0;  // jobs and turns of lanes
};

class ThreadPool final : public Dispatcher {
 public:
  /// Fails: std::system_error if not even one thread can be started.
  explicit ThreadPool(PoolOptions options);
  /// As close() and drain(). No thread may still be in submit_when_room: close() first and let it
  /// leave.
  ~ThreadPool() override;

  [[nodiscard]] Intake submit(std::unique_ptr<Job> job, Feeder& feeder) override;
  [[nodiscard]] Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) override;

  /// Refuses new jobs from now on.
  void close() noexcept;
  /// Returns when every taken job has run and every thread has ended. Not from a pool thread. After
  /// close().
  void drain() noexcept;
  [[nodiscard]] PoolStatistics statistics() const;

  // For lanes: one turn of a lane, run by any thread, taken even after close() since its jobs were
  // accepted.
  enum class TurnEnd { done, again };
  class Turn {
   public:
    virtual ~Turn() = default;
    /// `again` puts this turn at the back of the queue, without waking a thread for it.
    [[nodiscard]] virtual TurnEnd take_turn() noexcept = 0;
  };
  /// After drain() the turn is taken by the calling thread, as what was accepted must not be lost.
  void schedule(std::shared_ptr<Turn> turn);
  /// A turn that some job waits for. It ends with `done`. False, and nothing is done, if there are
  /// as many as may be.
  [[nodiscard]] bool schedule_nested(std::shared_ptr<Turn> turn);

 private:
  friend class BlockedPoolThread;
  class State;
  std::unique_ptr<State> state_;
};

/// As long as it lives, the calling thread, if it is one of a pool, counts as blocked.
class BlockedPoolThread {
 public:
  BlockedPoolThread();
  ~BlockedPoolThread();
  BlockedPoolThread(const BlockedPoolThread&) = delete;
  BlockedPoolThread& operator=(const BlockedPoolThread&) = delete;

  /// False if too many threads of the pool are blocked already: do not wait.
  [[nodiscard]] bool may_wait() const noexcept { return may_wait_; }

 private:
  ThreadPool::State* pool_;
  bool may_wait_;
};

}  // namespace orbweaver::dispatch
