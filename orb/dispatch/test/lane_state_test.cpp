// SPDX-License-Identifier: Apache-2.0
// All interleavings of a few submitters and pool threads over the lane's decisions. One step of the
// model is what happens under one lock, so the lock of the lane and that of the pool are apart, as
// in the real one.
#include "lane_state.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace orbweaver::dispatch {
namespace {

struct Submitter {
  enum class At { submit, schedule, in_the_lane };
  int number = 0;
  int jobs_left = 0;
  int next_job = 0;
  At at = At::submit;
  bool is_guest = false;  // runs its job itself when the lane lets it in
};

struct Runner {
  enum class At { take_a_turn, begin, decide, in_a_job, go_to_the_back };
  At at = At::take_a_turn;
};

struct Job {
  int submitter = 0, number = 0;
};

/// One moment of a lane, the threads that submit to it and those that run it.
class Model {
 public:
  /// The first `guests` submitters run their jobs themselves when they can.
  Model(std::vector<int> jobs_of_submitters, std::size_t runners, int jobs_per_turn,
        std::size_t guests = 0)
      : lane_(jobs_per_turn), runners_(runners), next_to_run_(jobs_of_submitters.size(), 0) {
    for (const int jobs : jobs_of_submitters) {
      const auto number = submitters_.size();
      submitters_.push_back(
          {static_cast<int>(number), jobs, 0, Submitter::At::submit, number < guests});
    }
  }

  std::size_t actors() const { return submitters_.size() + runners_.size(); }

  bool can_step(std::size_t actor) const {
    if (actor < submitters_.size()) {
      const Submitter& submitter = submitters_[actor];
      return submitter.at != Submitter::At::submit || submitter.jobs_left > 0;
    }
    return runners_[actor - submitters_.size()].at != Runner::At::take_a_turn || turns_in_pool_ > 0;
  }

  void step(std::size_t actor) {
    if (actor < submitters_.size()) {
      step(submitters_[actor]);
    } else {
      step(runners_[actor - submitters_.size()]);
    }
    check();
  }

  void check_the_end() const {
    ASSERT_TRUE(lane_.is_idle());
    ASSERT_EQ(lane_.jobs_waiting(), 0U);
    ASSERT_EQ(turns_in_pool_, 0);
    for (const Submitter& submitter : submitters_) {
      ASSERT_EQ(next_to_run_[static_cast<std::size_t>(submitter.number)], submitter.next_job)
          << "a job was forgotten";
    }
  }

  /// The same text for two moments from which the same things can happen.
  std::string moment() const {
    std::string text = std::to_string(turns_in_pool_) + (lane_.is_idle() ? 'i' : '-') +
                       (lane_.is_running() ? 'r' : '-') + std::to_string(lane_.jobs_left_in_turn());
    for (const Submitter& s : submitters_) {
      text += '|' + std::to_string(s.jobs_left) + std::to_string(static_cast<int>(s.at));
    }
    for (const Runner& r : runners_) text += '/' + std::to_string(static_cast<int>(r.at));
    for (const Job& job : queue_) text += ',' + std::to_string(job.submitter);
    return text;
  }

 private:
  void step(Submitter& submitter) {
    if (submitter.at == Submitter::At::schedule) {
      ++turns_in_pool_;
      submitter.at = Submitter::At::submit;
      return;
    }
    if (submitter.at == Submitter::At::in_the_lane) return leave(submitter);
    --submitter.jobs_left;
    if (submitter.is_guest && lane_.guest_enters()) {
      run({submitter.number, submitter.next_job++});
      submitter.at = Submitter::At::in_the_lane;
      return;
    }
    queue_.push_back({submitter.number, submitter.next_job++});
    if (lane_.job_came() == LaneState::OnJob::schedule_a_turn) {
      submitter.at = Submitter::At::schedule;
    }
  }

  void leave(Submitter& guest) {
    const auto next = lane_.next();
    ASSERT_NE(next, LaneState::Next::run_a_job) << "a guest runs its own job only";
    guest.at =
        next == LaneState::Next::become_idle ? Submitter::At::submit : Submitter::At::schedule;
  }

  void step(Runner& runner) {
    switch (runner.at) {
      case Runner::At::take_a_turn:
        --turns_in_pool_;
        runner.at = Runner::At::begin;
        break;
      case Runner::At::begin:
        lane_.turn_begins();
        [[fallthrough]];
      case Runner::At::decide:
        decide(runner);
        break;
      case Runner::At::in_a_job:
        runner.at = Runner::At::decide;
        break;
      case Runner::At::go_to_the_back:
        ++turns_in_pool_;
        runner.at = Runner::At::take_a_turn;
        break;
    }
  }

  void decide(Runner& runner) {
    switch (lane_.next()) {
      case LaneState::Next::run_a_job:
        run_the_first_job();
        runner.at = Runner::At::in_a_job;
        break;
      case LaneState::Next::go_to_the_back:
        runner.at = Runner::At::go_to_the_back;
        break;
      case LaneState::Next::become_idle:
        runner.at = Runner::At::take_a_turn;
        break;
    }
  }

  void run_the_first_job() {
    ASSERT_FALSE(queue_.empty());
    const Job job = queue_.front();
    queue_.erase(queue_.begin());
    run(job);
  }

  void run(Job job) {
    ASSERT_EQ(job.number, next_to_run_[static_cast<std::size_t>(job.submitter)]++)
        << "out of order";
  }

  void check() const {
    int turns = turns_in_pool_;
    for (const Submitter& s : submitters_) turns += s.at != Submitter::At::submit ? 1 : 0;
    for (const Runner& r : runners_) turns += r.at != Runner::At::take_a_turn ? 1 : 0;
    ASSERT_EQ(turns, lane_.is_idle() ? 0 : 1) << "a turn exists exactly when the lane is not idle";
    ASSERT_EQ(lane_.jobs_waiting(), queue_.size());
    ASSERT_TRUE(!lane_.is_idle() || queue_.empty()) << "an idle lane forgot its jobs";
  }

  LaneState lane_;
  std::vector<Submitter> submitters_;
  std::vector<Runner> runners_;
  std::vector<Job> queue_;
  std::vector<int> next_to_run_;
  int turns_in_pool_ = 0;
};

/// Walks every order of steps; moments seen before lead to nothing new.
class Enumeration {
 public:
  void walk(const Model& model) {
    if (testing::Test::HasFatalFailure() || !seen_.insert(model.moment()).second) return;
    bool is_end = true;
    for (std::size_t actor = 0; actor < model.actors(); ++actor) {
      if (!model.can_step(actor)) continue;
      is_end = false;
      Model after = model;
      after.step(actor);
      walk(after);
    }
    if (is_end) {
      ++ends_;
      model.check_the_end();
    }
  }

  std::size_t moments() const { return seen_.size(); }
  int ends() const { return ends_; }

 private:
  std::set<std::string> seen_;
  int ends_ = 0;
};

void expect_all_interleavings_hold(const Model& model, std::size_t least_moments) {
  Enumeration enumeration;
  enumeration.walk(model);
  EXPECT_GE(enumeration.ends(), 1);
  EXPECT_GE(enumeration.moments(), least_moments) << "the model did not branch";
}

TEST(LaneState, holds_in_every_interleaving_of_two_submitters_and_one_thread) {
  for (const int jobs_per_turn : {1, 2, 3}) {
    expect_all_interleavings_hold(Model({3, 3}, 1, jobs_per_turn), 100);
  }
}

TEST(LaneState, holds_in_every_interleaving_of_two_submitters_and_three_threads) {
  for (const int jobs_per_turn : {1, 2, 3}) {
    expect_all_interleavings_hold(Model({3, 3}, 3, jobs_per_turn), 100);
  }
}

TEST(LaneState, holds_in_every_interleaving_of_three_submitters_and_two_threads) {
  expect_all_interleavings_hold(Model({2, 2, 2}, 2, 2), 100);
}

TEST(LaneState, holds_in_every_interleaving_with_guests) {
  for (const std::size_t guests : {1U, 2U}) {
    for (const int jobs_per_turn : {1, 3}) {
      expect_all_interleavings_hold(Model({3, 3}, 2, jobs_per_turn, guests), 100);
    }
  }
}

TEST(LaneState, lets_a_guest_in_only_when_it_is_idle) {
  LaneState lane(16);
  EXPECT_TRUE(lane.guest_enters());
  EXPECT_FALSE(lane.guest_enters());
  EXPECT_EQ(lane.job_came(), LaneState::OnJob::will_be_picked_up);
  EXPECT_EQ(lane.next(), LaneState::Next::go_to_the_back) << "the guest does not run it";
  EXPECT_FALSE(lane.guest_enters());
}

TEST(LaneState, asks_for_a_turn_only_when_it_is_idle) {
  LaneState lane(16);
  EXPECT_EQ(lane.job_came(), LaneState::OnJob::schedule_a_turn);
  EXPECT_EQ(lane.job_came(), LaneState::OnJob::will_be_picked_up);
  lane.turn_begins();
  EXPECT_EQ(lane.job_came(), LaneState::OnJob::will_be_picked_up);
}

TEST(LaneState, goes_to_the_back_after_its_share_only_if_a_job_is_left) {
  LaneState lane(2);
  for (int i = 0; i < 3; ++i) (void)lane.job_came();
  lane.turn_begins();
  EXPECT_EQ(lane.next(), LaneState::Next::run_a_job);
  EXPECT_EQ(lane.next(), LaneState::Next::run_a_job);
  EXPECT_EQ(lane.next(), LaneState::Next::go_to_the_back);
  EXPECT_FALSE(lane.is_idle());
  lane.turn_begins();
  EXPECT_EQ(lane.next(), LaneState::Next::run_a_job);
  EXPECT_EQ(lane.next(), LaneState::Next::become_idle);
  EXPECT_TRUE(lane.is_idle());
}

TEST(LaneState, rests_rather_than_going_to_the_back_when_its_share_was_just_enough) {
  LaneState lane(1);
  (void)lane.job_came();
  lane.turn_begins();
  EXPECT_EQ(lane.next(), LaneState::Next::run_a_job);
  EXPECT_EQ(lane.next(), LaneState::Next::become_idle);
}

}  // namespace
}  // namespace orbweaver::dispatch
