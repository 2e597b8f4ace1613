// SPDX-License-Identifier: Apache-2.0
#include "jobs.hpp"

#include <gtest/gtest.h>

#include <orbweaver/dispatch/lane.hpp>

#include <atomic>
#include <deque>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

namespace orbweaver::dispatch {
namespace {

PoolOptions threads(unsigned count) {
  return {.max_threads = count, .watermarks = {}, .traits = {}};
}

constexpr dispatch::Watermarks kWide{.high_messages = 100000, .low_messages = 1000};

/// Lanes on one pool, with no room to copy or move a lane.
std::deque<Lane> make_lanes(ThreadPool& pool, int count) {
  std::deque<Lane> lanes;
  for (int i = 0; i < count; ++i) lanes.emplace_back(pool, kWide);
  return lanes;
}

TEST(Lane, gives_each_busy_lane_its_share_in_turn) {
  constexpr int kLanes = 5;
  constexpr int kRounds = 3;
  SpyFeeder feeder;
  Gate gate;
  std::vector<int> order;
  ThreadPool pool(threads(1));
  std::deque<Lane> lanes = make_lanes(pool, kLanes);
  (void)pool.submit(job([&gate] { gate.pass(); }), feeder);
  for (int lane = 0; lane < kLanes; ++lane) {
    for (int i = 0; i < kRounds * Lane::kJobsPerTurn; ++i) {
      (void)lanes.at(static_cast<std::size_t>(lane))
          .submit(job([&order, lane] { order.push_back(lane); }), feeder);
    }
  }
  gate.open();
  pool.drain();
  std::vector<int> expected;
  for (int round = 0; round < kRounds; ++round) {
    for (int lane = 0; lane < kLanes; ++lane)
      expected.insert(expected.end(), Lane::kJobsPerTurn, lane);
  }
  EXPECT_EQ(order, expected);
}

TEST(Lane, a_late_lane_need_not_wait_until_a_busy_one_has_finished) {
  SpyFeeder feeder;
  Gate gate;
  std::vector<char> order;
  ThreadPool pool(threads(1));
  Lane busy(pool, kWide), late(pool, kWide);
  (void)busy.submit(job([&gate] { gate.pass(); }), feeder);
  for (int i = 0; i < 10 * Lane::kJobsPerTurn; ++i) {
    (void)busy.submit(job([&order] { order.push_back('b'); }), feeder);
  }
  (void)late.submit(job([&order] { order.push_back('l'); }), feeder);
  gate.open();
  pool.drain();
  EXPECT_EQ(order.at(Lane::kJobsPerTurn - 1), 'l') << "after the first turn of the busy lane";
}

TEST(Lane, a_guest_runs_alone_and_what_came_meanwhile_follows) {
  SpyFeeder feeder;
  std::vector<int> order;
  ThreadPool pool(threads(2));
  Lane lane(pool, kWide);
  ASSERT_TRUE(lane.try_enter());
  EXPECT_FALSE(lane.try_enter());
  (void)lane.submit(job([&order] { order.push_back(2); }), feeder);
  order.push_back(1);
  lane.leave();
  lane.wait_until_idle();
  EXPECT_EQ(order, (std::vector{1, 2}));
  EXPECT_EQ(lane.statistics().jobs, 2U);
}

TEST(Lane, guests_and_queued_jobs_run_one_at_a_time_and_in_the_order_of_each_thread) {
  constexpr int kThreads = 3;
  constexpr int kJobs = 3000;
  SpyFeeder feeder;
  ThreadPool pool(threads(2));
  Lane lane(pool, kWide);
  std::atomic<int> inside{0};
  std::vector<std::vector<int>> orders(kThreads);
  const auto run = [&](int thread, int i) {
    EXPECT_EQ(inside.fetch_add(1), 0) << "two at once";
    orders[static_cast<std::size_t>(thread)].push_back(i);
    inside.fetch_sub(1);
  };
  {
    std::vector<std::jthread> feeders;
    for (int thread = 0; thread < kThreads; ++thread) {
      feeders.emplace_back([&, thread] {
        for (int i = 0; i < kJobs; ++i) {
          if (i % 3 != thread % 3 && lane.try_enter()) {
            run(thread, i);
            lane.leave();
          } else {
            (void)lane.submit(job([&run, thread, i] { run(thread, i); }), feeder);
          }
          if (i % 100 == 0) lane.wait_until_idle();
        }
      });
    }
  }
  lane.wait_until_idle();
  std::vector<int> expected(kJobs);
  std::iota(expected.begin(), expected.end(), 0);
  for (const auto& order : orders) EXPECT_EQ(order, expected);
  EXPECT_EQ(lane.statistics().jobs, static_cast<std::uint64_t>(kThreads) * kJobs);
  EXPECT_TRUE(lane.try_enter()) << "an idle lane is open again";
  lane.leave();
}

TEST(Lane, lets_one_guest_in_at_a_time_while_others_wait_for_it_to_be_idle) {
  ThreadPool pool(threads(1));
  Lane lane(pool, kWide);
  std::atomic<int> inside{0}, crowds{0};
  std::atomic<bool> is_over{false};
  std::vector<std::jthread> waiters;
  for (int i = 0; i < 2; ++i)
    waiters.emplace_back([&] {
      while (!is_over) lane.wait_until_idle();
    });
  {
    std::vector<std::jthread> guests;
    for (int i = 0; i < 2; ++i)
      guests.emplace_back([&] {
        for (int visits = 0; visits < 20'000;) {
          if (!lane.try_enter()) {
            std::this_thread::yield();  // the guest inside may wait for this processor
            continue;
          }
          if (inside.fetch_add(1) != 0) ++crowds;
          std::this_thread::yield();
          inside.fetch_sub(1);
          lane.leave();
          ++visits;
        }
      });
  }
  is_over = true;
  EXPECT_EQ(crowds, 0);
}

TEST(Lane, a_guest_that_fills_its_own_lane_fails_because_it_waits_for_itself) {
  SpyFeeder feeder;
  ThreadPool pool(threads(1));
  Lane lane(pool, {.high_messages = 1, .low_messages = 0});
  ASSERT_TRUE(lane.try_enter());
  (void)lane.submit(job([] {}), feeder);
  auto one_more = job([] {});
  EXPECT_EQ(lane.submit_when_room(one_more, Deadline::never()), Intake::hopeless);
  lane.leave();
}

TEST(Lane, a_closed_lane_lets_no_guest_in) {
  ThreadPool pool(threads(1));
  Lane lane(pool, kWide);
  lane.close();
  EXPECT_FALSE(lane.try_enter());
}

TEST(Lane, sixty_four_lanes_on_four_threads_all_finish_in_order) {
  constexpr int kLanes = 64;
  constexpr int kJobs = 200;
  SpyFeeder feeder;
  std::vector<std::vector<int>> orders(kLanes);
  ThreadPool pool(threads(4));
  std::deque<Lane> lanes = make_lanes(pool, kLanes);
  for (int i = 0; i < kJobs; ++i) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      std::vector<int>& order = orders[lane];
      (void)lanes[lane].submit(job([&order, i] { order.push_back(i); }), feeder);
    }
  }
  for (Lane& lane : lanes) lane.wait_until_idle();
  for (const std::vector<int>& order : orders) {
    ASSERT_EQ(order.size(), std::size_t{kJobs});
    for (int i = 0; i < kJobs; ++i) ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
  }
}

TEST(Lane, a_blocked_lane_does_not_hold_up_another_one) {
  SpyFeeder feeder;
  Gate gate;
  Tally blocked_ran;
  Tally other_ran;
  ThreadPool pool(threads(2));
  Lane blocked(pool, kWide), other(pool, kWide);
  const auto stand = [&] {
    gate.pass();
    blocked_ran.add();
  };
  for (int i = 0; i < 100; ++i) (void)blocked.submit(job(stand), feeder);
  for (int i = 0; i < 1000; ++i) (void)other.submit(job([&] { other_ran.add(); }), feeder);
  other.wait_until_idle();
  EXPECT_EQ(other_ran.count(), 1000);
  EXPECT_EQ(blocked_ran.count(), 0);
  gate.open();
  blocked.wait_until_idle();
  EXPECT_EQ(blocked_ran.count(), 100);
}

TEST(Lane, a_job_may_wait_for_a_job_of_another_lane_while_threads_can_be_added) {
  SpyFeeder feeder;
  Gate gate;
  ThreadPool pool(threads(2));
  Lane first(pool, kWide), second(pool, kWide);
  (void)first.submit(job([&] {
                       (void)second.submit(job([&gate] { gate.open(); }), feeder);
                       gate.pass();
                     }),
                     feeder);
  first.wait_until_idle();
  second.wait_until_idle();
  EXPECT_EQ(pool.statistics().threads, 2U);
}

TEST(Lane, jobs_that_were_taken_run_after_the_lane_is_destroyed) {
  SpyFeeder feeder;
  Gate gate;
  Tally ran;
  ThreadPool pool(threads(2));
  {
    Lane lane(pool, {.high_messages = 10, .low_messages = 5});
    (void)lane.submit(job([&gate] { gate.pass(); }), feeder);
    for (int i = 0; i < 100; ++i) (void)lane.submit(job([&ran] { ran.add(); }), feeder);
  }
  EXPECT_EQ(ran.count(), 0);
  gate.open();
  pool.drain();
  EXPECT_EQ(ran.count(), 100);
  EXPECT_EQ(feeder.resumes(), 1);
}

TEST(Lane, may_be_destroyed_by_its_own_job) {
  SpyFeeder feeder;
  Tally ran;
  Gate gate;
  ThreadPool pool(threads(1));
  std::optional<Lane> lane(std::in_place, pool, kWide);
  (void)lane->submit(job([&] {
                       gate.pass();
                       lane.reset();
                     }),
                     feeder);
  (void)lane->submit(job([&ran] { ran.add(); }), feeder);
  gate.open();
  pool.drain();
  EXPECT_EQ(ran.count(), 1);
}

TEST(Lane, refuses_at_once_when_it_is_closed_while_full) {
  SpyFeeder feeder;
  Gate gate;
  ThreadPool pool(threads(1));
  Lane lane(pool, {.high_messages = 1, .low_messages = 0});
  (void)lane.submit(job([&gate] { gate.pass(); }), feeder);
  (void)lane.submit(job([] {}), feeder);
  lane.close();
  std::unique_ptr<Job> mine = job([] {});
  EXPECT_EQ(lane.submit_when_room(mine, Deadline::never()), Intake::refused);
  EXPECT_EQ(mine, nullptr);
  gate.open();
}

TEST(Lane, takes_and_runs_jobs_though_its_pool_is_closed) {
  SpyFeeder feeder;
  Tally ran;
  ThreadPool pool(threads(2));
  Lane lane(pool, kWide);
  pool.close();
  EXPECT_EQ(lane.submit(job([&ran] { ran.add(); }), feeder), Intake::proceed);
  lane.wait_until_idle();
  EXPECT_EQ(ran.count(), 1);
}

TEST(Lane, that_is_filled_by_a_job_of_another_moves_on_though_the_pool_has_one_thread) {
  ThreadPool pool(threads(1));
  SpyFeeder feeder;
  Lane source(pool, kWide), sink(pool, {.high_messages = 2, .low_messages = 1});
  Tally arrived;
  (void)source.submit(job([&] {
                        for (int i = 0; i < 100; ++i) {
                          std::unique_ptr<Job> mine = job([&] { arrived.add(); });
                          EXPECT_EQ(sink.submit_when_room(mine, Deadline::never()),
                                    Intake::proceed);
                        }
                      }),
                      feeder);
  arrived.wait_for(100);
  EXPECT_LE(sink.statistics().most_waiting, 2U);
  EXPECT_EQ(pool.statistics().most_blocked, 1U);
  EXPECT_LE(pool.statistics().threads, 2U);
}

TEST(Lane, that_a_job_of_its_own_fills_says_so) {
  ThreadPool pool(threads(2));
  SpyFeeder feeder;
  Lane lane(pool, {.high_messages = 2, .low_messages = 1});
  Tally refused;
  (void)lane.submit(job([&] {
                      EXPECT_TRUE(lane.is_here());
                      for (int i = 0; i < 3; ++i) {
                        std::unique_ptr<Job> mine = job([] {});
                        if (lane.submit_when_room(mine, Deadline::never()) != Intake::hopeless)
                          continue;
                        EXPECT_NE(mine, nullptr);
                        refused.add();
                      }
                    }),
                    feeder);
  lane.wait_until_idle();
  EXPECT_EQ(refused.count(), 1);
  EXPECT_FALSE(lane.is_here());
}

TEST(Lane, is_idle_at_once_when_it_was_never_used) {
  ThreadPool pool(threads(1));
  Lane lane(pool, kWide);
  lane.wait_until_idle();
}

TEST(Lane, has_destroyed_its_jobs_when_it_is_idle) {
  SpyFeeder feeder;
  ThreadPool pool(threads(1));
  Lane lane(pool, kWide);
  const auto witness = std::make_shared<int>();
  for (int i = 0; i < 1000; ++i) {
    (void)lane.submit(job([witness] {}), feeder);
    lane.wait_until_idle();
    ASSERT_EQ(witness.use_count(), 1);
  }
}

TEST(Lane, counts_its_jobs_pauses_and_the_longest_queue) {
  SpyFeeder feeder;
  Gate gate;
  Tally standing;
  ThreadPool pool(threads(1));
  Lane lane(pool, {.high_messages = 3, .low_messages = 1});
  const auto stand = [&] {
    standing.add();
    gate.pass();
  };
  (void)lane.submit(job(stand), feeder);
  standing.wait_for(1);
  for (int i = 0; i < 4; ++i) (void)lane.submit(job([] {}), feeder);
  EXPECT_EQ(lane.statistics().waiting, 4U);
  gate.open();
  lane.wait_until_idle();
  const LaneStatistics statistics = lane.statistics();
  EXPECT_EQ(statistics.waiting, 0U);
  EXPECT_EQ(statistics.most_waiting, 4U);
  EXPECT_EQ(statistics.jobs, 5U);
  EXPECT_EQ(statistics.pauses, 1U);
}

TEST(Lane, resumes_at_the_low_watermark_and_not_before) {
  SpyFeeder feeder;
  Gate gate;
  std::vector<int> resumes;
  ThreadPool pool(threads(1));
  Lane lane(pool, {.high_messages = 4, .low_messages = 2});
  (void)lane.submit(job([&gate] { gate.pass(); }), feeder);
  for (int i = 0; i < 5; ++i) {
    (void)lane.submit(job([&] { resumes.push_back(feeder.resumes()); }), feeder);
  }
  gate.open();
  lane.wait_until_idle();
  EXPECT_EQ(resumes, (std::vector<int>{0, 0, 1, 1, 1}));
}

}  // namespace
}  // namespace orbweaver::dispatch
