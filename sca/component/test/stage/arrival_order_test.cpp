// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <orbweaver/component/stage/arrival_order.hpp>

#include <vector>

namespace orbweaver::component {
namespace {

ArrivalOrder after(const std::vector<std::uint64_t>& arrivals) {
  ArrivalOrder order;
  for (const auto number : arrivals) order.record(number);
  return order;
}

// Paper 1, section 6: 4, 3 and 10 do not follow their predecessor; 3 to 9 are not in their place.
TEST(ArrivalOrder, counts_the_example_of_the_paper_as_3_and_7) {
  const auto order = after({1, 2, 4, 5, 6, 7, 8, 9, 3, 10});
  EXPECT_EQ(order.received(), 10U);
  EXPECT_EQ(order.reordered_previous(), 3U);
  EXPECT_EQ(order.reordered_original(), 7U);
  EXPECT_EQ(order.overtaken(), 1U);
}

TEST(ArrivalOrder, counts_nothing_when_all_come_in_order) {
  const auto order = after({1, 2, 3, 4});
  EXPECT_EQ(order.reordered_previous(), 0U);
  EXPECT_EQ(order.reordered_original(), 0U);
}

TEST(ArrivalOrder, counts_two_that_changed_places) {
  const auto order = after({2, 1, 3});
  EXPECT_EQ(order.reordered_previous(), 3U);
  EXPECT_EQ(order.reordered_original(), 2U);
}

TEST(ArrivalOrder, counts_all_behind_a_lost_packet_as_out_of_place) {
  const auto order = after({1, 3, 4});
  EXPECT_EQ(order.reordered_previous(), 1U);
  EXPECT_EQ(order.reordered_original(), 2U);
  EXPECT_EQ(order.overtaken(), 0U);
}

}  // namespace
}  // namespace orbweaver::component
