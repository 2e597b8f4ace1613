// SPDX-License-Identifier: Apache-2.0
// Jobs that wait in a lane for a call, and those that are part of it.
#include "jobs.hpp"

#include <gtest/gtest.h>

#include <orbweaver/dispatch/lane.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace orbweaver::dispatch {
namespace {

PoolOptions threads(unsigned count, unsigned max_blocked = 64) {
  return {.max_threads = count, .watermarks = {}, .traits = {}, .max_blocked = max_blocked};
}

constexpr dispatch::Watermarks kWide{.high_messages = 100000, .low_messages = 1000};

/// Part of the calls with these names.
class PartJob final : public Job {
 public:
  PartJob(std::set<std::string> calls, std::function<void()> body)
      : calls_(std::move(calls)), body_(std::move(body)) {}
  void run() noexcept override { body_(); }
  void run_nested() noexcept override {
    is_nested_here = true;
    body_();
    is_nested_here = false;
  }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return 1; }
  [[nodiscard]] bool is_part_of(Bytes token) const noexcept override {
    return calls_.contains(std::string{as_text(token)});
  }
  [[nodiscard]] bool is_part_of_any() const noexcept override { return true; }
  [[nodiscard]] std::string describe() const override { return "a part"; }

  inline static thread_local bool is_nested_here = false;

 private:
  std::set<std::string> calls_;
  std::function<void()> body_;
};

class LaneWaits : public testing::Test {
 protected:
  void start(unsigned pool_threads, unsigned max_blocked = 64) {
    pool.emplace(threads(pool_threads, max_blocked));
    lane.emplace(*pool, kWide);
  }
  void submit(std::function<void()> body) {
    ASSERT_EQ(lane->submit(job(std::move(body)), feeder), Intake::proceed);
  }
  Intake submit_part(std::set<std::string> calls, std::function<void()> body) {
    return lane->submit(std::make_unique<PartJob>(std::move(calls), std::move(body)), feeder);
  }
  void note(int step) {
    visitor.enter();
    order.push_back(step);
    visitor.leave();
  }
  SpyFeeder feeder;
  LoneVisitor visitor;
  std::vector<int> order;
  std::optional<ThreadPool> pool;
  std::optional<Lane> lane;
};

TEST_F(LaneWaits, let_in_what_is_part_of_the_call_and_nothing_else) {
  start(1);
  Gate waits, answered;
  submit([&] {
    note(1);
    {
      const LaneWait wait{as_bytes("x")};
      waits.open();
      answered.pass();
    }
    note(3);
  });
  waits.pass();
  submit([&] { note(4); });
  EXPECT_EQ(submit_part({"y"}, [&] { note(5); }), Intake::proceed);
  EXPECT_EQ(submit_part({"y", "x"},
                        [&] {
                          EXPECT_TRUE(PartJob::is_nested_here);
                          EXPECT_TRUE(lane->is_here());
                          note(2);
                          answered.open();
                        }),
            Intake::proceed);
  pool->drain();
  EXPECT_EQ(order, (std::vector{1, 2, 3, 4, 5}));
  EXPECT_FALSE(visitor.was_crowded());
  EXPECT_EQ(lane->statistics().jobs, 4U);
}

TEST_F(LaneWaits, refuse_each_part_for_which_the_pool_has_no_thread) {
  constexpr int kThreads = 4, kParts = 2000;
  start(1, 0);
  ASSERT_TRUE(lane->try_enter());
  std::atomic<int> taken = 0;
  {
    const LaneWait wait{as_bytes("x")};
    std::vector<std::jthread> readers;
    for (int i = 0; i < kThreads; ++i)
      readers.emplace_back([&] {
        for (int part = 0; part < kParts; ++part)
          if (submit_part({"x"}, [] {}) != Intake::hopeless) ++taken;
      });
    readers.clear();
    EXPECT_EQ(wait.queue().jobs, 0U) << "it would wait there for the servant, which waits for it";
  }
  EXPECT_EQ(taken, 0);
  lane->leave();
}

TEST_F(LaneWaits, of_a_guest_let_in_the_same) {
  start(1);
  Gate answered;
  ASSERT_TRUE(lane->try_enter());
  {
    const LaneWait wait{as_bytes("x")};
    EXPECT_EQ(submit_part({"x"}, [&] { answered.open(); }), Intake::proceed);
    answered.pass();
  }
  lane->leave();
  EXPECT_TRUE(lane->try_enter()) << "nothing is left in it";
  lane->leave();
}

TEST_F(LaneWaits, end_when_what_has_entered_is_done) {
  start(2);
  Gate waits, is_in, may_go, given_up;
  submit([&] {
    {
      const LaneWait wait{as_bytes("x")};
      waits.open();
      given_up.pass();  // as after a timeout, though the call goes on
    }
    note(2);
  });
  waits.pass();
  EXPECT_EQ(submit_part({"x"},
                        [&] {
                          is_in.open();
                          may_go.pass();
                          note(1);
                        }),
            Intake::proceed);
  is_in.pass();
  given_up.open();
  may_go.open();
  pool->drain();
  EXPECT_EQ(order, (std::vector{1, 2}));
}

TEST_F(LaneWaits, let_in_one_at_a_time) {
  start(4);
  constexpr int kParts = 50;
  Gate waits;
  Tally done;
  submit([&] {
    const LaneWait wait{as_bytes("x")};
    waits.open();
    done.wait_for(kParts);
  });
  waits.pass();
  for (int i = 0; i < kParts; ++i)
    EXPECT_EQ(submit_part({"x"},
                          [&, i] {
                            note(i);
                            done.add();
                          }),
              Intake::proceed);
  pool->drain();
  EXPECT_FALSE(visitor.was_crowded());
  EXPECT_TRUE(std::ranges::is_sorted(order));
  EXPECT_EQ(order.size(), std::size_t{kParts});
}

// The connection of a part that waits may carry the next one, too.
TEST_F(LaneWaits, pause_no_connection_for_a_part_though_the_lane_is_full) {
  pool.emplace(threads(4));
  lane.emplace(*pool, dispatch::Watermarks{.high_messages = 2, .low_messages = 0});
  Gate waits, first_may_end;
  Tally done;
  submit([&] {
    const LaneWait wait{as_bytes("x")};
    waits.open();
    done.wait_for(2);
  });
  waits.pass();
  SpyFeeder other;
  EXPECT_EQ(lane->submit(job([] {}), other), Intake::proceed);
  EXPECT_EQ(lane->submit(job([] {}), other), Intake::pause) << "the lane is full";
  EXPECT_EQ(submit_part({"x"},
                        [&] {
                          first_may_end.pass();
                          done.add();
                        }),
            Intake::proceed);
  EXPECT_EQ(submit_part({"x"}, [&] { done.add(); }), Intake::proceed);
  first_may_end.open();
  pool->drain();
}

TEST_F(LaneWaits, let_nothing_in_that_comes_after_them) {
  start(1);
  Gate waits, answered, is_queued;
  submit([&] {
    { const LaneWait wait{as_bytes("x")}; }
    waits.open();
    is_queued.pass();
    note(1);
  });
  waits.pass();
  EXPECT_EQ(submit_part({"x"},
                        [&] {
                          EXPECT_FALSE(PartJob::is_nested_here);
                          note(2);
                        }),
            Intake::proceed);
  is_queued.open();
  pool->drain();
  EXPECT_EQ(order, (std::vector{1, 2}));
}

TEST_F(LaneWaits, find_a_part_that_was_there_before_them) {
  start(1);
  Gate runs, is_queued;
  Tally done;
  submit([&] {
    runs.open();
    is_queued.pass();
    const LaneWait wait{as_bytes("x")};
    done.wait_for(1);
  });
  runs.pass();
  submit([&] { note(2); });
  EXPECT_EQ(submit_part({"x"},
                        [&] {
                          note(1);
                          done.add();
                        }),
            Intake::proceed);
  is_queued.open();
  pool->drain();
  EXPECT_EQ(order, (std::vector{1, 2}));
}

TEST_F(LaneWaits, nest) {
  start(1);
  Tally answered;
  const auto recurse = [&](auto& self, int depth) -> void {
    note(depth);
    if (depth == 20) return;
    const auto name = "call " + std::to_string(depth);
    Tally inner;
    {
      const LaneWait wait{as_bytes(name)};
      EXPECT_EQ(submit_part({name},
                            [&] {
                              self(self, depth + 1);
                              inner.add();
                            }),
                Intake::proceed);
      inner.wait_for(1);
    }
    note(-depth);
  };
  submit([&] { recurse(recurse, 1); });
  pool->drain();
  std::vector<int> expected;
  for (int depth = 1; depth <= 20; ++depth) expected.push_back(depth);
  for (int depth = 19; depth >= 1; --depth) expected.push_back(-depth);
  EXPECT_EQ(order, expected);
}

TEST_F(LaneWaits, let_a_part_of_an_outer_one_in_once_the_inner_ones_are_over) {
  start(2);
  Gate outer_waits, inner_waits, inner_answered;
  Tally parts;
  submit([&] {
    const LaneWait wait{as_bytes("outer")};
    outer_waits.open();
    parts.wait_for(2);
  });
  outer_waits.pass();
  EXPECT_EQ(submit_part({"outer"},
                        [&] {
                          {
                            const LaneWait wait{as_bytes("inner")};
                            inner_waits.open();
                            inner_answered.pass();
                          }
                          note(1);
                          parts.add();
                        }),
            Intake::proceed);
  inner_waits.pass();
  EXPECT_EQ(submit_part({"outer"},
                        [&] {
                          note(2);
                          parts.add();
                        }),
            Intake::proceed);
  inner_answered.open();
  pool->drain();
  EXPECT_EQ(order, (std::vector{1, 2}));
}

TEST_F(LaneWaits, deeper_than_the_pool_allows_are_hopeless) {
  start(1, 3);
  int deepest = 0;
  const auto recurse = [&](auto& self, int depth) -> void {
    deepest = depth;
    const auto name = "call " + std::to_string(depth);
    Tally inner;
    const LaneWait wait{as_bytes(name)};
    if (submit_part({name}, [&] {
          self(self, depth + 1);
          inner.add();
        }) == Intake::proceed)
      inner.wait_for(1);
  };
  submit([&] { recurse(recurse, 0); });
  pool->drain();
  EXPECT_EQ(deepest, 3);
}

TEST_F(LaneWaits, do_not_depend_on_a_pool_whose_threads_are_all_busy) {
  start(1);
  Gate waits, answered;
  SpyFeeder other_feeder;
  submit([&] {
    const LaneWait wait{as_bytes("x")};
    waits.open();
    answered.pass();
  });
  waits.pass();
  Gate busy;
  for (int i = 0; i < 10; ++i) (void)pool->submit(job([&] { busy.pass(); }), other_feeder);
  EXPECT_EQ(submit_part({"x"}, [&] { answered.open(); }), Intake::proceed);
  answered.pass();
  busy.open();
  pool->drain();
}

TEST_F(LaneWaits, tell_what_waits_for_them) {
  start(1);
  ASSERT_TRUE(lane->try_enter());
  {
    const LaneWait wait{as_bytes("x")};
    EXPECT_EQ(wait.queue().jobs, 0U);
    EXPECT_EQ(submit_part({"y"}, [] {}), Intake::proceed);
    submit([] {});
    EXPECT_EQ(wait.queue().jobs, 2U);
    EXPECT_EQ(wait.queue().first, "a part");
  }
  lane->leave();
  const LaneWait outside{as_bytes("x")};
  EXPECT_EQ(outside.queue().jobs, 0U);
  pool->drain();
}

TEST_F(LaneWaits, that_race_with_their_parts_let_only_one_run) {
  start(4);
  constexpr int kRounds = 300;
  std::atomic<int> parts{0};
  for (int round = 0; round < kRounds; ++round) {
    submit([&, round] {
      note(round);
      const bool is_over_first = round % 4 == 0;  // its parts have turns of their own, later
      const auto answered = std::make_shared<Tally>();
      const auto name = std::to_string(round);
      const auto part = [&, round, answered] {
        note(round);
        ++parts;
        answered->add();
      };
      const auto send = [&] {
        SpyFeeder mine;
        for (int i = 0; i < 3; ++i)
          EXPECT_EQ(lane->submit(std::make_unique<PartJob>(std::set{name}, part), mine),
                    Intake::proceed);
      };
      {
        const LaneWait wait{as_bytes(name)};
        std::jthread caller;
        if (!is_over_first) caller = std::jthread(send);
        answered->wait_for(round % 4);
      }
      if (is_over_first) send();
      note(round);
    });
  }
  lane->wait_until_idle();
  pool->drain();
  EXPECT_EQ(parts.load(), 3 * kRounds);
  EXPECT_FALSE(visitor.was_crowded());
}

}  // namespace
}  // namespace orbweaver::dispatch
