// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/component/stage/ordered_workers.hpp>

#include <atomic>
#include <latch>
#include <numeric>
#include <random>
#include <semaphore>
#include <vector>

namespace orbweaver::component {
namespace {

using dispatch::PushResult;
using Workers = OrderedWorkers<int, long>;

/// What was handed on, and steps that square.
struct Squares {
  std::vector<int> taken_up;
  std::vector<long> handed_on;

  OrderedSteps<int, long> steps() {
    return {.take_up = [this](const int& input) { taken_up.push_back(input); },
            .process = [](int input) { return static_cast<long>(input) * input; },
            .hand_on = [this](long output) { handed_on.push_back(output); }};
  }
};

std::vector<int> numbers(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 1);
  return all;
}

std::vector<long> squares(int count) {
  std::vector<long> all;
  for (const long number : numbers(count)) all.push_back(number * number);
  return all;
}

class EveryShape : public testing::TestWithParam<std::tuple<unsigned, std::size_t>> {};

TEST_P(EveryShape, gives_what_one_thread_would_give_however_long_each_takes) {
  const auto [workers, window] = GetParam();
  Squares seen;
  auto steps = seen.steps();
  steps.process = [](int input) {
    thread_local std::minstd_rand random{static_cast<unsigned>(input)};
    for (auto turns = random() % 200; turns > 0; --turns) std::this_thread::yield();
    return static_cast<long>(input) * input;
  };
  Workers threads(workers, window, steps);
  for (int input : numbers(500))
    ASSERT_EQ(threads.push(std::move(input), Deadline::never()), PushResult::taken);
  threads.finish();
  EXPECT_EQ(seen.taken_up, numbers(500));
  EXPECT_EQ(seen.handed_on, squares(500));
}

INSTANTIATE_TEST_SUITE_P(All, EveryShape,
                         testing::Combine(testing::Values(1U, 2U, 4U, 7U),
                                          testing::Values<std::size_t>(1, 2, 5, 64)));

TEST(OrderedWorkers, keeps_order_when_regular_work_is_suddenly_shorter_or_longer) {
  Squares seen;
  auto steps = seen.steps();
  steps.process = [](int input) {
    const std::chrono::microseconds took(input % 7 == 0 ? 10 : input % 5 == 0 ? 3000 : 1000);
    for (const auto end = now() + took; now() < end;) std::this_thread::yield();
    return static_cast<long>(input) * input;
  };
  Workers threads(2, 8, steps);
  for (int input : numbers(60))
    ASSERT_EQ(threads.push(std::move(input), Deadline::never()), PushResult::taken);
  threads.finish();
  EXPECT_EQ(seen.handed_on, squares(60));
}

TEST(OrderedWorkers, holds_no_more_than_its_window) {
  Squares seen;
  std::counting_semaphore<> may_go_on(0);
  auto steps = seen.steps();
  steps.hand_on = [&](long output) {
    may_go_on.acquire();
    seen.handed_on.push_back(output);
  };
  Workers threads(2, 3, steps);
  for (int input : numbers(3))
    EXPECT_EQ(threads.push(std::move(input), Deadline::never()), PushResult::taken);
  const auto passed = Deadline::at(now());
  EXPECT_EQ(threads.push(4, passed), PushResult::timed_out);
  may_go_on.release(4);
  EXPECT_EQ(threads.push(4, Deadline::never()), PushResult::taken);
  threads.finish();
  EXPECT_EQ(seen.handed_on, squares(4));
}

TEST(OrderedWorkers, keeps_the_order_of_each_of_several_feeders) {
  std::vector<std::pair<int, int>> handed_on;
  OrderedWorkers<std::pair<int, int>, std::pair<int, int>> threads(
      3, 4,
      {.take_up = [](const auto&) {},
       .process = [](auto input) { return input; },
       .hand_on = [&](auto output) { handed_on.push_back(output); }});
  {
    std::vector<std::jthread> feeders;
    for (int feeder = 0; feeder < 3; ++feeder)
      feeders.emplace_back([&threads, feeder] {
        for (int n = 0; n < 200; ++n)
          ASSERT_EQ(threads.push({feeder, n}, Deadline::never()), PushResult::taken);
      });
  }
  threads.finish();
  ASSERT_EQ(handed_on.size(), 600U);
  std::vector<int> next(3, 0);
  for (const auto& [feeder, n] : handed_on) EXPECT_EQ(n, next[static_cast<std::size_t>(feeder)]++);
}

TEST(OrderedWorkers, finishes_what_it_holds_and_refuses_what_comes_later) {
  Squares seen;
  Workers threads(2, 8, seen.steps());
  for (int input : numbers(8)) (void)threads.push(std::move(input), Deadline::never());
  threads.finish();
  EXPECT_EQ(seen.handed_on, squares(8));
  EXPECT_EQ(threads.push(9, Deadline::never()), PushResult::closed);
}

/// Steps whose work begins, says so, and waits to be let go.
struct Held {
  std::atomic<bool> is_at_work{false};
  std::counting_semaphore<> may_go_on{0};

  OrderedSteps<int, long> steps(Squares& seen) {
    auto steps = seen.steps();
    steps.process = [this](int input) {
      is_at_work = true;
      is_at_work.notify_all();
      may_go_on.acquire();
      return static_cast<long>(input) * input;
    };
    return steps;
  }
};

TEST(OrderedWorkers, the_end_wakes_a_feeder_that_waits_for_room) {
  Squares seen;
  Held held;
  std::atomic<int> taken{1};
  Workers threads(1, 1, held.steps(seen));
  EXPECT_EQ(threads.push(1, Deadline::never()), PushResult::taken);
  held.is_at_work.wait(false);
  {
    const std::jthread feeder([&] {
      // It is refused, or it gets the place of the first one just before the end.
      if (threads.push(2, Deadline::never()) == PushResult::taken) ++taken;
    });
    const std::jthread ender([&] { threads.finish(); });
    held.may_go_on.release(2);
  }
  EXPECT_EQ(seen.handed_on, squares(taken));
}

TEST(OrderedWorkers, tells_how_many_waited) {
  Squares seen;
  Held held;
  Workers threads(1, 8, held.steps(seen));
  EXPECT_EQ(threads.push(1, Deadline::never()), PushResult::taken);
  held.is_at_work.wait(false);
  for (int input : {2, 3, 4}) (void)threads.push(std::move(input), Deadline::never());
  EXPECT_EQ(threads.most_waiting(), 3U);
  held.may_go_on.release(4);
  threads.finish();
}

}  // namespace
}  // namespace orbweaver::component
