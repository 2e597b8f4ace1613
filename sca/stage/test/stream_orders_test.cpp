#include <gtest/gtest.h>
#include <orbweaver/stage/stream_orders.hpp>

namespace orbweaver::stage {
namespace {

TEST(StreamOrders, count_nothing_when_streams_mingle_that_are_each_in_order) {
  StreamOrders orders;
  for (std::uint64_t number = 1; number <= 10; ++number) {
    orders.record(7, number);
    if (number % 3 == 0) orders.record(8, number / 3);
  }
  EXPECT_EQ(orders.received(), 13U);
  EXPECT_EQ(orders.reordered_previous(), 0U);
  EXPECT_EQ(orders.reordered_original(), 0U);
  EXPECT_EQ(orders.overtaken(), 0U);
}

TEST(StreamOrders, sum_what_each_stream_counts) {
  StreamOrders orders;
  for (const std::uint64_t stream : {7U, 8U}) {
    orders.record(stream, 2);
    orders.record(stream, 1);
  }
  EXPECT_EQ(orders.overtaken(), 2U);
  EXPECT_EQ(orders.reordered_original(), 4U);
}

TEST(StreamOrders, do_not_judge_packets_without_a_number) {
  StreamOrders orders;
  orders.record(7, 0);
  orders.record(7, 0);
  EXPECT_EQ(orders.received(), 2U);
  EXPECT_EQ(orders.reordered_previous(), 0U);
}

TEST(StreamOrders, judge_no_more_streams_than_they_may_keep) {
  StreamOrders orders;
  for (std::uint64_t stream = 1; stream <= 2 * StreamOrders::kMostStreams; ++stream)
    orders.record(stream, 5);
  EXPECT_EQ(orders.received(), 2 * StreamOrders::kMostStreams);
  EXPECT_EQ(orders.reordered_previous(), StreamOrders::kMostStreams);
}

}  // namespace
}  // namespace orbweaver::stage
