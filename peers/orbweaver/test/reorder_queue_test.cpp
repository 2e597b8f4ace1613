// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "launched/reorder_queue.hpp"

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

namespace orbweaver::launched {
namespace {

using dispatch::PushResult;
using testing::ElementsAre;

constexpr auto kForever = std::chrono::hours(1);
constexpr Nanoseconds kAtOnce{0};

std::vector<int> pop_all(ReorderQueue<int>& queue) {
  std::vector<int> all;
  while (const auto item = queue.pop()) all.push_back(*item);
  return all;
}

void push_all(ReorderQueue<int>& queue, const std::vector<int>& numbers) {
  for (int number : numbers) {
    const auto at = static_cast<std::uint64_t>(number);
    ASSERT_EQ(queue.push(at, std::move(number)), PushResult::taken);
  }
}

TEST(ReorderQueue, gives_out_in_the_order_of_the_numbers) {
  ReorderQueue<int> queue(8, kForever);
  push_all(queue, {3, 1, 2, 5, 4});
  queue.announce_end(5);
  EXPECT_THAT(pop_all(queue), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(queue.late(), 0U);
  EXPECT_EQ(queue.most_waiting(), 5U);
}

TEST(ReorderQueue, waits_for_what_is_missing_as_long_as_the_skip_time_lasts) {
  ReorderQueue<int> queue(8, kForever);
  push_all(queue, {2});
  std::vector<int> seen;
  std::jthread popper([&] { seen = pop_all(queue); });
  push_all(queue, {1});
  queue.announce_end(2);
  popper.join();
  EXPECT_THAT(seen, ElementsAre(1, 2));
}

TEST(ReorderQueue, gives_up_what_does_not_come_in_time_and_drops_it_later) {
  ReorderQueue<int> queue(8, std::chrono::milliseconds(1));
  push_all(queue, {2});
  EXPECT_EQ(queue.pop(), 2);
  push_all(queue, {1, 3});
  queue.announce_end(3);
  EXPECT_THAT(pop_all(queue), ElementsAre(3));
  EXPECT_EQ(queue.late(), 1U);
}

TEST(ReorderQueue, without_a_skip_time_gives_up_at_once) {
  ReorderQueue<int> queue(8, kAtOnce);
  push_all(queue, {1, 4, 7});
  queue.announce_end(9);
  EXPECT_THAT(pop_all(queue), ElementsAre(1, 4, 7));
}

// Numbers keep the gaps that were torn in front of the sender: all that it sent have come.
TEST(ReorderQueue, does_not_wait_once_all_that_were_announced_have_come) {
  ReorderQueue<int> queue(8, kForever);
  push_all(queue, {1, 4, 7});
  queue.announce_end(3);
  EXPECT_THAT(pop_all(queue), ElementsAre(1, 4, 7));
}

TEST(ReorderQueue, ends_when_the_last_ones_are_lost) {
  ReorderQueue<int> queue(8, std::chrono::milliseconds(1));
  push_all(queue, {1, 2});
  queue.announce_end(5);
  EXPECT_THAT(pop_all(queue), ElementsAre(1, 2));
}

TEST(ReorderQueue, holds_back_whoever_is_too_far_ahead) {
  ReorderQueue<int> queue(2, kForever);
  int ahead = 3;
  const auto soon = Deadline::after(std::chrono::milliseconds(1));
  EXPECT_EQ(queue.push(3, std::move(ahead), soon), PushResult::timed_out);
  std::jthread pusher([&] { push_all(queue, {3}); });
  push_all(queue, {2, 1});
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), 2);
  EXPECT_EQ(queue.pop(), 3);
}

// A packet that waits for room waits for the packet that is due, as all that have come do.
TEST(ReorderQueue, goes_on_behind_a_gap_as_wide_as_itself) {
  ReorderQueue<int> queue(4, std::chrono::milliseconds(1));
  push_all(queue, {1});
  EXPECT_EQ(queue.pop(), 1);
  std::jthread pusher([&] { push_all(queue, {100, 101}); });
  EXPECT_EQ(queue.pop(), 100);
  EXPECT_EQ(queue.pop(), 101);
}

TEST(ReorderQueue, does_not_end_while_a_thread_waits_for_room) {
  ReorderQueue<int> queue(4, kAtOnce);
  std::jthread pusher([&] { push_all(queue, {50}); });
  EXPECT_EQ(queue.pop(), 50);
  queue.announce_end(1);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(ReorderQueue, counts_as_late_what_comes_behind_its_end) {
  ReorderQueue<int> queue(4, kAtOnce);
  push_all(queue, {1, 2});
  queue.announce_end(20);
  EXPECT_THAT(pop_all(queue), ElementsAre(1, 2));
  std::vector<int> rest(18);
  std::iota(rest.begin(), rest.end(), 3);
  push_all(queue, rest);
  EXPECT_EQ(queue.late(), 18U);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(ReorderQueue, does_not_take_a_second_copy_for_one_that_is_missing) {
  ReorderQueue<int> queue(8, kForever);
  push_all(queue, {1, 3, 3});
  EXPECT_EQ(queue.pop(), 1);
  queue.announce_end(3);
  push_all(queue, {1, 3, 2});
  EXPECT_THAT(pop_all(queue), ElementsAre(2, 3));
  EXPECT_EQ(queue.late(), 0U);
}

TEST(ReorderQueue, closed_refuses_and_gives_out_what_it_has) {
  ReorderQueue<int> queue(8, kForever);
  push_all(queue, {2, 5});
  queue.close();
  int late = 6;
  EXPECT_EQ(queue.push(6, std::move(late)), PushResult::closed);
  EXPECT_THAT(pop_all(queue), ElementsAre(2, 5));
}

TEST(ReorderQueue, keeps_the_first_of_two_with_one_number) {
  ReorderQueue<int> queue(8, kForever);
  int first = 10, second = 20;
  ASSERT_EQ(queue.push(1, std::move(first)), PushResult::taken);
  ASSERT_EQ(queue.push(1, std::move(second)), PushResult::taken);
  queue.close();
  EXPECT_THAT(pop_all(queue), ElementsAre(10));
}

TEST(ReorderQueue, restores_any_order_that_many_threads_push) {
  constexpr int kThreads = 4, kPackets = 2000;
  ReorderQueue<int> queue(16, kForever);
  std::atomic<int> taken{0};
  std::vector<std::jthread> pushers;
  for (int n = 0; n < kThreads; ++n)
    pushers.emplace_back([&] {
      for (int number = ++taken; number <= kPackets; number = ++taken) push_all(queue, {number});
    });
  std::vector<int> seen;
  for (int n = 0; n < kPackets; ++n) seen.push_back(queue.pop().value());
  std::vector<int> expected(kPackets);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace orbweaver::launched
