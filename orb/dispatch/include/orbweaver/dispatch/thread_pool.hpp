// Threads that run jobs in no particular order: the `pool` dispatch, and what lanes run on.
#pragma once
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/flow/watermarks.hpp>
#include <orbweaver/os/thread.hpp>

#include <memory>


namespace orbweaver::dispatch {

struct PoolOptions {
  unsigned max_threads = 8;         // started one by one while jobs wait and none is idle
  flow::Watermarks watermarks;      // of the queue of waiting jobs
  os::ThreadTraits traits;          // of every thread
};

struct PoolStatistics {
  unsigned threads = 0;
  std::size_t waiting = 0, most_waiting = 0;
};

class ThreadPool final : public Dispatcher {
 public:
  explicit ThreadPool(PoolOptions options);
  /// As close() and drain().
  ~ThreadPool() override;

  [[nodiscard]] Intake submit(std::unique_ptr<Job> job, Feeder& feeder) override;
  [[nodiscard]] Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) override;

  /// Refuses new jobs from now on.
  void close() noexcept;
  /// Returns when every taken job has run and every thread has ended. Not from a pool thread. After close().
  void drain() noexcept;
  [[nodiscard]] PoolStatistics statistics() const;

  // For lanes: one turn of a lane, run by any thread, taken even after close() since its jobs were accepted.
  class Turn {
   public:
    virtual ~Turn() = default;
    virtual void take_turn() noexcept = 0;
  };
  void schedule(std::shared_ptr<Turn> turn);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orbweaver::dispatch
