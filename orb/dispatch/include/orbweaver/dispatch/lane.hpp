// The `lane` dispatch: requests of one object in order, one at a time, bounded, on the threads of a
// pool.
//
//   submit ──► [ j5 j4 j3 ] ──► one pool thread at a time ──► servant
//                 ▲ high watermark: pause the feeder; low watermark: resume it
//
// A lane is idle, or waits for a turn in the pool, or has one pool thread in it; never two. A turn
// runs at most kJobsPerTurn jobs, then the lane goes to the back of the pool's queue, so that a
// busy lane starves none. A thread that brings a job to an idle lane may run it itself
// (try_enter), which saves the way through the pool.
//
// A thread of a pool that waits for room in a full lane has another one run in its place
// (BlockedPoolThread), so that lanes which fill each other go on with few threads.
//
// A job that waits for a call out of the lane says so (LaneWait). A job that is part of that call
// would wait for it, and it for the job: it enters at once, on another thread of the pool, and the
// job that waits does not go on before it has left. So still only one runs.
#pragma once
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/flow/watermarks.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::dispatch {

struct LaneStatistics {
  /// Jobs in the queue; the running one is not among them.
  std::size_t waiting = 0, most_waiting = 0;
  /// Jobs taken so far, through the queue or by try_enter().
  std::uint64_t jobs = 0;
  /// How often the high watermark was reached.
  std::uint64_t pauses = 0;
};

class Lane final : public Dispatcher {
 public:
  static constexpr int kJobsPerTurn = 16;

  /// `pool` must outlive the lane and every turn of it.
  Lane(ThreadPool& pool, flow::Watermarks watermarks);
  /// As close(); jobs already taken still run. Threads in submit_when_room return `refused`.
  ~Lane() override;

  [[nodiscard]] Intake submit(std::unique_ptr<Job> job, Feeder& feeder) override;
  [[nodiscard]] Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) override;

  /// Lets the calling thread in if no job waits or runs and the lane is not closed: until leave()
  /// it alone runs in the lane, as if its job had come through the queue, without a change of
  /// threads. Blocks: never.
  [[nodiscard]] bool try_enter() noexcept;
  /// Ends what try_enter() began, in the same thread. What came meanwhile has its turn in the pool.
  void leave();

  /// Whether the calling thread runs a job of this lane, so that it cannot wait for another one.
  [[nodiscard]] bool is_here() const noexcept;
  /// Whether the calling thread runs a job of any lane.
  [[nodiscard]] static bool is_any_here() noexcept;

  void close() noexcept;
  /// Returns at a moment when no job waits or runs. Not from a job of this lane.
  void wait_until_idle() noexcept;
  [[nodiscard]] LaneStatistics statistics() const;

 private:
  friend class LaneWait;
  class State;
  std::shared_ptr<State> state_;
};

/// As long as it lives, the calling thread's job waits for a call out of its lane, and a job that
/// is part of that call may enter the lane: one at a time. Lives on the stack, begun before the
/// call leaves. Outside of lanes it does nothing.
class LaneWait {
 public:
  /// `token` names the call (Job::is_part_of), and must outlive this.
  explicit LaneWait(Bytes token) noexcept;
  /// Blocks until the job that has entered, if one has, is done.
  ~LaneWait();
  LaneWait(const LaneWait&) = delete;
  LaneWait& operator=(const LaneWait&) = delete;

  /// What waits in the lane for the job that waits. Threads: any.
  struct Queue {
    std::size_t jobs = 0;
    std::string first;  // Job::describe
  };
  [[nodiscard]] Queue queue() const;

 private:
  friend class Lane::State;
  [[nodiscard]] bool lets_in(const Job& job) const noexcept {
    return !is_over_ && !has_guest_ && job.is_part_of(token_);
  }

  Lane::State* const lane_;  // null: none
  const Bytes token_;
  // Under the lane's lock.
  LaneWait* outer_ = nullptr;
  bool has_guest_ = false, is_over_ = false;
};

}  // namespace orbweaver::dispatch
