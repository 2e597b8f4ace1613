// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <orbweaver/dispatch/worker.hpp>

#include <array>
#include <memory>
#include <thread>
#include <vector>

namespace orbweaver::dispatch {
namespace {

Deadline past() { return Deadline::at(now() - std::chrono::seconds(1)); }

TEST(BoundedQueue, gives_back_in_the_order_in_which_it_took) {
  BoundedQueue<int> queue(3);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(queue.push(int{i}), PushResult::taken);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(queue.pop(), i);
}

TEST(BoundedQueue, holds_one_item_if_asked_to_hold_none) {
  BoundedQueue<int> queue(0);
  EXPECT_EQ(queue.capacity(), 1U);
  EXPECT_EQ(queue.push(1, past()), PushResult::taken);
  EXPECT_EQ(queue.push(2, past()), PushResult::timed_out);
}

TEST(BoundedQueue, leaves_the_item_untouched_when_it_is_full_until_the_deadline) {
  BoundedQueue<std::unique_ptr<int>> queue(1);
  ASSERT_EQ(queue.push(std::make_unique<int>(1)), PushResult::taken);
  auto item = std::make_unique<int>(2);
  EXPECT_EQ(queue.push(std::move(item), past()), PushResult::timed_out);
  ASSERT_NE(item, nullptr);
  EXPECT_EQ(*item, 2);
  EXPECT_EQ(queue.waiting(), 1U);
}

TEST(BoundedQueue, takes_an_item_though_the_deadline_has_passed_if_there_is_room) {
  BoundedQueue<int> queue(1);
  EXPECT_EQ(queue.push(1, past()), PushResult::taken);
}

TEST(BoundedQueue, refuses_after_close_and_leaves_the_item_untouched) {
  BoundedQueue<std::unique_ptr<int>> queue(1);
  queue.close();
  auto item = std::make_unique<int>(2);
  EXPECT_EQ(queue.push(std::move(item)), PushResult::closed);
  EXPECT_NE(item, nullptr);
}

TEST(BoundedQueue, says_closed_rather_than_timed_out_when_it_is_full_and_closed) {
  BoundedQueue<int> queue(1);
  ASSERT_EQ(queue.push(1), PushResult::taken);
  queue.close();
  EXPECT_EQ(queue.push(2, past()), PushResult::closed);
}

TEST(BoundedQueue, gives_back_after_close_what_it_took_before_and_then_the_end) {
  BoundedQueue<int> queue(2);
  ASSERT_EQ(queue.push(1), PushResult::taken);
  ASSERT_EQ(queue.push(2), PushResult::taken);
  queue.close();
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), 2);
  EXPECT_EQ(queue.pop(), std::nullopt);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BoundedQueue, remembers_the_most_items_that_waited) {
  BoundedQueue<int> queue(4);
  for (int i = 0; i < 3; ++i) (void)queue.push(int{i});
  (void)queue.pop();
  (void)queue.pop();
  (void)queue.push(9);
  EXPECT_EQ(queue.waiting(), 2U);
  EXPECT_EQ(queue.most_waiting(), 3U);
}

TEST(BoundedQueue, close_wakes_every_consumer_that_waits) {
  BoundedQueue<int> queue(1);
  std::vector<std::jthread> consumers;
  for (int i = 0; i < 4; ++i) {
    consumers.emplace_back([&queue] { EXPECT_EQ(queue.pop(), std::nullopt); });
  }
  queue.close();
}

TEST(BoundedQueue, close_wakes_every_producer_that_waits) {
  BoundedQueue<int> queue(1);
  ASSERT_EQ(queue.push(0), PushResult::taken);
  std::vector<std::jthread> producers;
  for (int i = 0; i < 4; ++i) {
    producers.emplace_back([&queue] { EXPECT_EQ(queue.push(1), PushResult::closed); });
  }
  queue.close();
}

TEST(BoundedQueue, serves_every_producer_that_waits_though_it_wakes_none_before_half_is_free) {
  constexpr int kCapacity = 4, kProducers = 6;
  BoundedQueue<int> queue(kCapacity);
  for (int i = 0; i < kCapacity; ++i) ASSERT_EQ(queue.push(int{i}), PushResult::taken);
  std::vector<std::jthread> producers;
  for (int i = 0; i < kProducers; ++i)
    producers.emplace_back([&] { EXPECT_EQ(queue.push(1), PushResult::taken); });
  for (int i = 0; i < kCapacity + kProducers; ++i) EXPECT_TRUE(queue.pop());
  producers.clear();
  EXPECT_EQ(queue.waiting(), 0U);
}

TEST(BoundedQueue, every_item_arrives_once_and_in_its_producers_order_through_one_place) {
  constexpr int kItems = 3000;
  struct Item {
    int producer = 0, number = 0;
  };
  BoundedQueue<Item> queue(1);
  std::array<int, 4> next{};
  {
    std::vector<std::jthread> producers;
    for (int producer = 0; producer < 4; ++producer) {
      producers.emplace_back([&queue, producer] {
        for (int i = 0; i < kItems; ++i) {
          ASSERT_EQ(queue.push({producer, i}), PushResult::taken);
        }
      });
    }
    for (int i = 0; i < 4 * kItems; ++i) {
      const auto item = queue.pop();
      ASSERT_TRUE(item);
      ASSERT_EQ(item->number, next.at(static_cast<std::size_t>(item->producer))++);
    }
  }
  EXPECT_EQ(queue.most_waiting(), 1U);
}

TEST(BoundedQueue, short_deadlines_lose_no_item_and_double_none) {
  constexpr int kItems = 2000;
  BoundedQueue<int> queue(2);
  std::vector<int> arrivals(kItems);
  std::jthread consumer([&queue, &arrivals] {
    while (const auto item = queue.pop()) ++arrivals.at(static_cast<std::size_t>(*item));
  });
  for (int i = 0; i < kItems; ++i) {
    while (queue.push(int{i}, Deadline::after(std::chrono::microseconds(5))) != PushResult::taken) {
    }
  }
  queue.close();
  consumer.join();
  EXPECT_EQ(arrivals, std::vector<int>(kItems, 1));
}

}  // namespace
}  // namespace orbweaver::dispatch
