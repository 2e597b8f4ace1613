// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <orbweaver/dispatch/ring_queue.hpp>

#include <deque>
#include <memory>
#include <random>

namespace orbweaver::dispatch {
namespace {

TEST(RingQueue, gives_back_in_the_order_of_arrival_across_every_growth) {
  RingQueue<int> queue;
  for (int i = 0; i < 1000; ++i) queue.push_back(int{i});
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(queue.pop_front(), i);
  EXPECT_TRUE(queue.empty());
}

TEST(RingQueue, has_the_capacity_that_was_asked_for_and_keeps_what_it_grew_to) {
  RingQueue<int> queue(3);
  EXPECT_EQ(queue.capacity(), 3U);
  for (int i = 0; i < 4; ++i) queue.push_back(int{i});
  const std::size_t grown = queue.capacity();
  EXPECT_GE(grown, 4U);
  while (!queue.empty()) (void)queue.pop_front();
  EXPECT_EQ(queue.capacity(), grown);
}

TEST(RingQueue, does_not_grow_while_it_turns_round_within_its_capacity) {
  RingQueue<int> queue(3);
  for (int i = 0; i < 100; ++i) {
    queue.push_back(int{i});
    queue.push_back(int{i});
    queue.push_back(int{i});
    for (int k = 0; k < 3; ++k) ASSERT_EQ(queue.pop_front(), i);
  }
  EXPECT_EQ(queue.capacity(), 3U);
}

TEST(RingQueue, destroys_what_is_left_in_it_and_nothing_before) {
  const auto witness = std::make_shared<int>(7);
  {
    RingQueue<std::shared_ptr<int>> queue(2);
    for (int i = 0; i < 5; ++i) queue.push_back(std::shared_ptr(witness));
    EXPECT_EQ(witness.use_count(), 6);
    (void)queue.pop_front();
    EXPECT_EQ(witness.use_count(), 5);
  }
  EXPECT_EQ(witness.use_count(), 1);
}

TEST(RingQueue, agrees_with_a_deque_on_random_pushes_and_pops) {
  std::mt19937 random(11);  // NOLINT: the same walk every time
  RingQueue<std::unique_ptr<int>> queue(1);
  std::deque<int> model;
  for (int step = 0; step < 20000; ++step) {
    if (model.empty() || random() % 100 < 52) {
      queue.push_back(std::make_unique<int>(step));
      model.push_back(step);
    } else {
      ASSERT_EQ(*queue.pop_front(), model.front());
      model.pop_front();
    }
    ASSERT_EQ(queue.size(), model.size());
  }
}

TEST(RingQueue, agrees_with_a_deque_when_elements_are_taken_out_of_it) {
  std::mt19937 random(12);  // NOLINT: the same walk every time
  RingQueue<std::unique_ptr<int>> queue(1);
  std::deque<int> model;
  for (int step = 0; step < 20000; ++step) {
    if (model.empty() || random() % 100 < 52) {
      queue.push_back(std::make_unique<int>(step));
      model.push_back(step);
    } else {
      const auto place = random() % model.size();
      ASSERT_EQ(*queue[place], model[place]);
      ASSERT_EQ(*queue.take(place), model[place]);
      model.erase(model.begin() + static_cast<std::ptrdiff_t>(place));
    }
    ASSERT_EQ(queue.size(), model.size());
    ASSERT_TRUE(model.empty() || *queue[model.size() - 1] == model.back());
  }
}

}  // namespace
}  // namespace orbweaver::dispatch
