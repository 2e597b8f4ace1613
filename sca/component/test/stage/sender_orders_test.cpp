// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/component/stage/sender_orders.hpp>

namespace orbweaver::component {
namespace {

TEST(SenderOrders, count_nothing_when_senders_mingle_that_are_each_in_order) {
  SenderOrders orders;
  for (std::uint64_t number = 1; number <= 10; ++number) {
    orders.record(7, number);
    if (number % 3 == 0) orders.record(8, number / 3);
  }
  EXPECT_EQ(orders.received(), 13U);
  EXPECT_EQ(orders.reordered_previous(), 0U);
  EXPECT_EQ(orders.reordered_original(), 0U);
  EXPECT_EQ(orders.overtaken(), 0U);
}

TEST(SenderOrders, sum_what_each_sender_counts) {
  SenderOrders orders;
  for (const std::uint64_t sender : {7U, 8U}) {
    orders.record(sender, 2);
    orders.record(sender, 1);
  }
  EXPECT_EQ(orders.overtaken(), 2U);
  EXPECT_EQ(orders.reordered_original(), 4U);
}

TEST(SenderOrders, do_not_judge_packets_without_a_number) {
  SenderOrders orders;
  orders.record(7, 0);
  orders.record(7, 0);
  EXPECT_EQ(orders.received(), 2U);
  EXPECT_EQ(orders.reordered_previous(), 0U);
}

TEST(SenderOrders, judge_no_more_senders_than_they_may_keep) {
  SenderOrders orders;
  for (std::uint64_t sender = 1; sender <= 2 * SenderOrders::kMostSenders; ++sender)
    orders.record(sender, 5);
  EXPECT_EQ(orders.received(), 2 * SenderOrders::kMostSenders);
  EXPECT_EQ(orders.reordered_previous(), SenderOrders::kMostSenders);
}

}  // namespace
}  // namespace orbweaver::component
