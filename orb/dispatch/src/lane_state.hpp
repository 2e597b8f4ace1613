// SPDX-License-Identifier: Apache-2.0
// When a lane asks for a turn, and when a turn ends: pure decisions, made under the lane's lock.
//
//            job_came: schedule          turn_begins
//     idle ────────────────────► waiting ───────────► running ──┐ next: run_a_job
//      ▲                            ▲                  │  │  ▲───┘
//      │                            └──────────────────┘  │
//      │                     next: go_to_the_back         │
//      └──────────────────────────────────────────────────┘ next: become_idle (no job left)
//
// A guest is a thread that runs its own job in an idle lane. The lane counts as running from then
// on. A guest ends its turn as other threads do; next() never gives it a job.
//
// At all times a turn exists (in the pool's queue or on a thread) exactly when the lane is not
// idle; there is only one turn; and no job waits in an idle lane. So no job is forgotten, and no
// two jobs run at once.
#pragma once
#include <cstddef>

namespace orbweaver::dispatch {

class LaneState {
 public:
  enum class OnJob { schedule_a_turn, will_be_picked_up };
  enum class Next { run_a_job, go_to_the_back, become_idle };

  explicit constexpr LaneState(int jobs_per_turn) noexcept : jobs_per_turn_(jobs_per_turn) {}

  /// A job was put into the queue. The caller acts on the result after it has released the lock.
  [[nodiscard]] constexpr OnJob job_came() noexcept {
    ++jobs_waiting_;
    if (phase_ != Phase::idle) return OnJob::will_be_picked_up;
    phase_ = Phase::waiting;
    return OnJob::schedule_a_turn;
  }

  /// A job was taken from the queue out of its order: it runs while the job in the lane waits for
  /// it.
  constexpr void job_left() noexcept { --jobs_waiting_; }

  constexpr void turn_begins() noexcept {
    phase_ = Phase::running;
    jobs_left_in_turn_ = jobs_per_turn_;
  }

  /// Whether the guest has entered. Only an idle lane lets a guest in, so that no job is overtaken.
  [[nodiscard]] constexpr bool guest_enters() noexcept {
    if (phase_ != Phase::idle) return false;
    phase_ = Phase::running;
    jobs_left_in_turn_ = 0;
    return true;
  }

  /// The next step of the thread in the lane. Requires: the thread is in a turn, and runs no job.
  [[nodiscard]] constexpr Next next() noexcept {
    if (jobs_waiting_ == 0) {
      phase_ = Phase::idle;
      return Next::become_idle;
    }
    if (jobs_left_in_turn_ == 0) {
      phase_ = Phase::waiting;
      return Next::go_to_the_back;
    }
    --jobs_left_in_turn_;
    --jobs_waiting_;
    return Next::run_a_job;
  }

  [[nodiscard]] constexpr bool is_idle() const noexcept { return phase_ == Phase::idle; }
  [[nodiscard]] constexpr bool is_running() const noexcept { return phase_ == Phase::running; }
  [[nodiscard]] constexpr std::size_t jobs_waiting() const noexcept { return jobs_waiting_; }
  [[nodiscard]] constexpr int jobs_left_in_turn() const noexcept { return jobs_left_in_turn_; }

 private:
  enum class Phase { idle, waiting, running };

  Phase phase_ = Phase::idle;
  int jobs_per_turn_;
  int jobs_left_in_turn_ = 0;
  std::size_t jobs_waiting_ = 0;
};

}  // namespace orbweaver::dispatch
