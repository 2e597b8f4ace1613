// When a lane asks for a turn, and when a turn ends: pure decisions, made under the lane's lock.
//
//            job_came: schedule          turn_begins
//     idle ────────────────────► waiting ───────────► running ──┐ next: run_a_job
//      ▲                            ▲                  │  │  ▲───┘
//      │                            └──────────────────┘  │
//      │                     next: go_to_the_back         │
//      └──────────────────────────────────────────────────┘ next: rest (no job left)
//
// A guest is a thread that is not of the pool and brings its one job along: it enters an idle lane,
// which runs from then on, and ends its turn as others do: next() never gives it a job.
//
// What stays true: a turn exists (in the pool's queue or in a thread) exactly when the lane is not
// idle, and there is only one; an idle lane has no job waiting. So no job is forgotten, and none
// runs beside another.
#pragma once
#include <cstddef>

namespace orbweaver::dispatch {

class LaneState {
 public:
  enum class OnJob { schedule_a_turn, will_be_picked_up };
  enum class Next { run_a_job, go_to_the_back, rest };

  explicit constexpr LaneState(int jobs_per_turn) noexcept : jobs_per_turn_(jobs_per_turn) {}

  /// A job was put into the queue. The caller carries out the answer after it has left the lock.
  [[nodiscard]] constexpr OnJob job_came() noexcept {
    ++jobs_waiting_;
    if (phase_ != Phase::idle) return OnJob::will_be_picked_up;
    phase_ = Phase::waiting;
    return OnJob::schedule_a_turn;
  }

  /// A job that waited was taken out of its turn: it runs beside the one that is in the lane.
  constexpr void job_left() noexcept { --jobs_waiting_; }

  constexpr void turn_begins() noexcept {
    phase_ = Phase::running;
    jobs_left_in_turn_ = jobs_per_turn_;
  }

  /// Whether the guest is in. Only an idle lane lets one in, as none may overtake.
  [[nodiscard]] constexpr bool guest_enters() noexcept {
    if (phase_ != Phase::idle) return false;
    phase_ = Phase::running;
    jobs_left_in_turn_ = 0;
    return true;
  }

  /// What the thread in the lane does now. Call only in a turn, and when no job of the lane runs.
  [[nodiscard]] constexpr Next next() noexcept {
    if (jobs_waiting_ == 0) {
      phase_ = Phase::idle;
      return Next::rest;
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
