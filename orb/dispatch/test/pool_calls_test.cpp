// SPDX-License-Identifier: Apache-2.0
// A pool saves calls of threads where turns come fast: nothing may be lost by that, or wait for
// good.
#include "jobs.hpp"
#include "pool_habits.hpp"

#include <gtest/gtest.h>

#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace orbweaver::dispatch {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(CallRate, is_high_when_threads_become_idle_often_and_low_when_they_do_not) {
  CallRate rate(milliseconds(1));
  TimePoint moment{hours(1)};
  const auto note_eight = [&](Nanoseconds apart) {
    for (int i = 0; i < CallRate::kCalls; ++i) rate.note(moment += apart);
  };
  note_eight(microseconds(10));
  EXPECT_FALSE(rate.is_high()) << "the time before the first is not known";
  note_eight(microseconds(10));
  EXPECT_TRUE(rate.is_high());
  note_eight(milliseconds(10));
  EXPECT_FALSE(rate.is_high());
}

TEST(LookingHabit, leaves_ever_more_times_out_until_something_is_found) {
  LookingHabit habit;
  const auto left_out = [&habit] {
    unsigned times = 0;
    while (!habit.is_worth_it()) ++times;
    return times;
  };
  EXPECT_EQ(left_out(), 0U);
  for (const unsigned expected : {1U, 3U, 7U, 15U, 31U, 63U, 64U, 64U}) {
    habit.has_looked(false);
    EXPECT_EQ(left_out(), expected);
  }
  habit.has_looked(true);
  EXPECT_EQ(left_out(), 0U);
}

class FunctionTurn final : public ThreadPool::Turn {
 public:
  FunctionTurn(ThreadPool& pool, std::function<void()> body)
      : slot_(pool), body_(std::move(body)) {}
  ThreadPool::TurnEnd take_turn() noexcept override {
    body_();
    return ThreadPool::TurnEnd::done;
  }

 private:
  ThreadPool::TurnSlot slot_;
  std::function<void()> body_;
};

/// A pool for which entries always come fast.
PoolOptions fast(unsigned threads, unsigned processors, Nanoseconds look = Nanoseconds{0}) {
  return {.max_threads = threads, .processors = processors, .look = look, .fast = hours(1000)};
}

TEST(ThreadPool, runs_a_turn_that_was_left_though_the_job_that_scheduled_it_waits_for_it) {
  ThreadPool pool(fast(2, 1));
  Tally inner, outer;
  const auto within = std::make_shared<FunctionTurn>(pool, [&] { inner.add(); });
  int round = 0;
  const auto around = std::make_shared<FunctionTurn>(pool, [&] {
    pool.schedule(within);
    inner.wait_for(round);
    outer.add();
  });
  // On a busy machine the pool leaves a turn only after some rounds.
  while (round < 200 || pool.statistics().left == 0) {
    ++round;
    pool.schedule(around);
    outer.wait_for(round);
  }
  pool.close();
  pool.drain();
}

TEST(ThreadPool, runs_all_turns_that_one_job_left_though_each_of_them_waits_for_the_last) {
  constexpr int kTurns = 5;
  ThreadPool pool(fast(kTurns + 1, 1));
  Tally came, ended, over;
  int round = 0;
  std::vector<std::shared_ptr<FunctionTurn>> turns;
  for (int i = 0; i < kTurns; ++i)
    turns.push_back(std::make_shared<FunctionTurn>(pool, [&] {
      came.add();
      came.wait_for(round * kTurns);
      ended.add();
    }));
  const auto first = std::make_shared<FunctionTurn>(pool, [&] {
    for (const auto& turn : turns) pool.schedule(turn);
    ended.wait_for(round * kTurns);
    over.add();
  });
  while (round < 50 || pool.statistics().left == 0) {
    ++round;
    pool.schedule(first);
    over.wait_for(round);
  }
  pool.close();
  pool.drain();
}

TEST(ThreadPool, leaves_nothing_if_it_does_not_know_the_processors) {
  ThreadPool pool(fast(2, 0));
  Tally ran;
  const auto within = std::make_shared<FunctionTurn>(pool, [&] { ran.add(); });
  const auto around = std::make_shared<FunctionTurn>(pool, [&] { pool.schedule(within); });
  for (int round = 1; round <= 50; ++round) {
    pool.schedule(around);
    ran.wait_for(round);
  }
  EXPECT_EQ(pool.statistics().left, 0U);
  pool.close();
  pool.drain();
}

/// Jobs that go from lane to lane, in bursts with silence between them.
class LanesInARow {
 public:
  static constexpr std::size_t kLanes = 4;

  explicit LanesInARow(PoolOptions options) : pool_(std::move(options)) {
    for (std::size_t i = 0; i < kLanes; ++i)
      lanes_.emplace_back(pool_, dispatch::Watermarks{.high_messages = 8, .low_messages = 2});
  }
  void send_burst(int jobs) {
    for (int i = 0; i < jobs; ++i) put(0, sent_++);
    arrived_.wait_for(sent_);
  }
  bool was_in_order() const { return was_in_order_; }
  ~LanesInARow() {
    for (auto& lane : lanes_) lane.wait_until_idle();
    pool_.close();
    pool_.drain();
  }

 private:
  void put(std::size_t lane, int number) {
    auto next = job([this, lane, number] { arrive(lane, number); });
    ASSERT_EQ(lanes_[lane].submit_when_room(next, Deadline::never()), Intake::proceed);
  }
  void arrive(std::size_t lane, int number) {
    if (number % 97 == 0) std::this_thread::yield();
    if (lane + 1 < kLanes) return put(lane + 1, number);
    was_in_order_ = was_in_order_ && number == expected_++;
    arrived_.add();
  }

  ThreadPool pool_;
  std::deque<Lane> lanes_;
  int sent_ = 0;
  int expected_ = 0;  // of the last lane
  std::atomic<bool> was_in_order_{true};
  Tally arrived_;
};

TEST(Stress, jobs_go_from_lane_to_lane_however_many_calls_are_saved) {
  for (const unsigned processors : {1U, 2U, 64U})
    for (const auto look : {Nanoseconds{0}, Nanoseconds{microseconds(20)}}) {
      LanesInARow row(fast(3, processors, look));
      std::mt19937 random(processors);
      for (int burst = 0; burst < 100; ++burst)
        row.send_burst(1 + static_cast<int>(random() % (burst % 2 == 0 ? 3 : 60)));
      EXPECT_TRUE(row.was_in_order());
    }
}

}  // namespace
}  // namespace orbweaver::dispatch
