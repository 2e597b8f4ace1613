// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/shared_histogram.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace orbweaver {
namespace {

TEST(SharedHistogram, says_what_a_histogram_of_the_same_values_says) {
  SharedHistogram shared;
  Histogram plain;
  for (std::uint64_t value = 1; value < 5'000'000; value += value / 7 + 1) {
    shared.record(value);
    plain.record(value);
  }
  const auto copy = shared.snapshot();
  EXPECT_EQ(copy.count(), plain.count());
  EXPECT_EQ(copy.min(), plain.min());
  EXPECT_EQ(copy.max(), plain.max());
  EXPECT_DOUBLE_EQ(copy.mean(), plain.mean());
  EXPECT_DOUBLE_EQ(copy.standard_deviation(), plain.standard_deviation());
  for (const double percent : {0.1, 50.0, 99.0, 99.9, 100.0})
    EXPECT_DOUBLE_EQ(copy.percentile(percent), plain.percentile(percent));
}

TEST(SharedHistogram, is_read_while_it_is_written) {
  SharedHistogram shared;
  std::jthread writer{[&](const std::stop_token& stop) {
    while (!stop.stop_requested()) shared.record(1000);
  }};
  std::uint64_t before = 0;
  while (before < 10'000) {
    const auto copy = shared.snapshot();
    EXPECT_GE(copy.count(), before);
    before = copy.count();
  }
}

TEST(SharedHistogram, that_was_cleared_is_empty) {
  SharedHistogram shared;
  shared.record(7);
  shared.clear();
  EXPECT_EQ(shared.snapshot().count(), 0U);
  EXPECT_EQ(shared.snapshot().max(), 0U);
  shared.record(9);
  EXPECT_EQ(shared.snapshot().min(), 9U);
}

}  // namespace
}  // namespace orbweaver
