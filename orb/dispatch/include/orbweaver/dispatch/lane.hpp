// SPDX-License-Identifier: Apache-2.0
// The `lane` dispatch: requests of one object in order, one at a time, bounded, on the threads of a
// pool.
//
//   submit ──► [ j5 j4 j3 ] ──► one pool thread at a time ──► servant
//                 ▲ high watermark: pause the feeder; low watermark: resume it
//
// A lane is idle, or waits for a turn in the pool, or has one pool thread in it; never two. A turn
// runs at most kJobsPerTurn jobs. Then the lane goes to the back of the pool's queue, so that a
// busy lane does not hold up others. A thread that has a job for an idle lane may run it itself
// (try_enter); then no pool thread has to wake.
//
// A pool thread may wait for room in a full lane. Meanwhile the pool runs another thread in its
// place (os::BlockedThread), so that lanes which fill each other go on with few threads.
//
// A job may wait for a call that leaves the lane; LaneWait says so. A job that is part of that call
// must not wait in the queue, since the first job waits for it: it enters the lane at once, on
// another thread of the pool. The first job goes on only after the other has left. So only one of
// them runs at a time.
#pragma once
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/dispatch/watermarks.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::dispatch {

struct LaneStatistics {
  /// Jobs in the queue, without the one that runs.
  std::size_t waiting = 0, most_waiting = 0;
  /// Jobs that were taken so far, through the queue or by try_enter().
  std::uint64_t jobs = 0;
  /// How often the high watermark was reached.
  std::uint64_t pauses = 0;
};

class Lane final : public Dispatcher {
 public:
  static constexpr int kJobsPerTurn = 16;

  /// `pool` must outlive the lane and every turn of it.
  Lane(ThreadPool& pool, dispatch::Watermarks watermarks);
  /// Calls close(). Jobs that were taken still run. submit_when_room() returns `refused` in threads
  /// that wait there.
  ~Lane() override;

  /// Fails, as submit_when_room() does: std::bad_alloc; then the lane is as it was.
  [[nodiscard]] Intake submit(std::unique_ptr<Job> job, Feeder& feeder) override;
  [[nodiscard]] Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) override;

  /// True if no job waits or runs and the lane is not closed: the calling thread runs alone in the
  /// lane until leave(), as a job from the queue would. Blocks: never.
  [[nodiscard]] bool try_enter() noexcept;
  /// Call it on the same thread after try_enter(). Jobs that came meanwhile run in the pool.
  void leave() noexcept;

  /// Whether the calling thread runs a job of this lane. If so, it must not wait for another job of
  /// the lane.
  [[nodiscard]] bool is_here() const noexcept;
  /// Whether the calling thread runs a job of any lane.
  [[nodiscard]] static bool is_any_here() noexcept;

  void close() noexcept;
  /// Blocks until no job waits or runs. Must not be called from a job of this lane.
  void wait_until_idle() noexcept;
  [[nodiscard]] LaneStatistics statistics() const;

 private:
  friend class LaneWait;
  class State;
  std::shared_ptr<State> state_;
};

/// While this object lives, the calling thread's job waits for a call that leaves its lane, and
/// jobs that are part of that call may enter the lane, one at a time. Lives on the stack; made
/// before the call is sent. Outside of lanes it does nothing.
class LaneWait {
 public:
  /// `token` is that of the call (Job::is_part_of); it must outlive this object.
  explicit LaneWait(Bytes token) noexcept;
  /// Blocks until a job that has entered is done.
  ~LaneWait();
  LaneWait(const LaneWait&) = delete;
  LaneWait& operator=(const LaneWait&) = delete;

  /// The jobs in the queue, behind the job that waits. Threads: any.
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

  Lane::State* const lane_;  // null: the thread is in no lane
  const Bytes token_;
  // Under the lane's lock.
  LaneWait* outer_ = nullptr;
  bool has_guest_ = false, is_over_ = false;
};

}  // namespace orbweaver::dispatch
