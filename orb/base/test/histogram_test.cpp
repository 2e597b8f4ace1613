// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/base/histogram.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace orbweaver {
namespace {

constexpr double kRelativeError = 0.016;

void expect_within_the_promise(double actual, double exact) {
  EXPECT_NEAR(actual, exact, exact * kRelativeError);
}

// The definition: the smallest value that at least `percent` of all do not exceed.
double exact_percentile(const std::vector<std::uint64_t>& sorted, double percent) {
  const auto rank = std::ceil(percent / 100 * static_cast<double>(sorted.size()));
  return static_cast<double>(sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1]);
}

TEST(Histogram, of_nothing_is_all_zero) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.min(), 0U);
  EXPECT_EQ(histogram.max(), 0U);
  EXPECT_EQ(histogram.mean(), 0);
  EXPECT_EQ(histogram.standard_deviation(), 0);
  EXPECT_EQ(histogram.percentile(50), 0);
  EXPECT_EQ(histogram.summary().p999, 0);
}

TEST(Histogram, of_one_constant_says_just_that_constant) {
  Histogram histogram;
  for (int i = 0; i < 1000; ++i) histogram.record(5'000'000);
  EXPECT_EQ(histogram.count(), 1000U);
  EXPECT_EQ(histogram.min(), 5'000'000U);
  EXPECT_EQ(histogram.max(), 5'000'000U);
  EXPECT_DOUBLE_EQ(histogram.mean(), 5e6);
  EXPECT_NEAR(histogram.standard_deviation(), 0, 1e-3);
  for (const double percent : {0.0, 50.0, 99.9, 100.0})
    EXPECT_EQ(histogram.percentile(percent), 5e6) << percent;
}

TEST(Histogram, of_a_uniform_distribution_knows_its_moments_and_percentiles) {
  constexpr std::uint64_t kCount = 100'000;
  Histogram histogram;
  for (std::uint64_t value = 1; value <= kCount; ++value) histogram.record(value);
  EXPECT_EQ(histogram.min(), 1U);
  EXPECT_EQ(histogram.max(), kCount);
  EXPECT_DOUBLE_EQ(histogram.mean(), (kCount + 1) / 2.0);
  EXPECT_NEAR(histogram.standard_deviation(), std::sqrt(kCount * (kCount + 1.0) / 12), 1e-3);
  for (const double percent : {1.0, 50.0, 80.0, 90.0, 99.0, 99.9, 100.0})
    expect_within_the_promise(histogram.percentile(percent), percent / 100 * kCount);
}

TEST(Histogram, keeps_values_below_64_exactly) {
  Histogram histogram;
  for (std::uint64_t value = 0; value < 64; ++value) histogram.record(value);
  for (int i = 1; i <= 64; ++i) EXPECT_EQ(histogram.percentile(i * 100 / 64.0), i - 1);
}

TEST(Histogram, keeps_its_promise_over_the_whole_range_of_64_bits) {
  std::mt19937_64 random{20240601};
  std::vector<std::uint64_t> values;
  Histogram histogram;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(random() >> (random() % 64));
    histogram.record(values.back());
  }
  std::ranges::sort(values);
  for (double percent = 0.5; percent <= 100; percent += 0.5)
    expect_within_the_promise(histogram.percentile(percent), exact_percentile(values, percent));
}

TEST(Histogram, holds_the_largest_and_the_smallest_number) {
  Histogram histogram;
  histogram.record(UINT64_MAX);
  histogram.record(0);
  EXPECT_EQ(histogram.max(), UINT64_MAX);
  EXPECT_EQ(histogram.min(), 0U);
  EXPECT_EQ(histogram.percentile(50), 0);
  expect_within_the_promise(histogram.percentile(100), std::ldexp(1.0, 64));
}

TEST(Histogram, never_reports_a_percentile_outside_of_what_was_recorded) {
  Histogram histogram;
  histogram.record(1'000'003);
  histogram.record(1'000'004);
  EXPECT_GE(histogram.percentile(1), 1'000'003);
  EXPECT_LE(histogram.percentile(100), 1'000'004);
}

TEST(Histogram, merged_equals_one_that_recorded_everything) {
  std::mt19937_64 random{7};
  Histogram left, right, all;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t value = random() % 1'000'000;
    (i % 3 == 0 ? left : right).record(value);
    all.record(value);
  }
  left.merge(right);
  EXPECT_EQ(left.count(), all.count());
  EXPECT_EQ(left.min(), all.min());
  EXPECT_EQ(left.max(), all.max());
  EXPECT_DOUBLE_EQ(left.mean(), all.mean());
  EXPECT_NEAR(left.standard_deviation(), all.standard_deviation(), 1e-6);
  for (double percent = 0; percent <= 100; percent += 10)
    EXPECT_EQ(left.percentile(percent), all.percentile(percent));
}

TEST(Histogram, merged_with_nothing_stays_as_it_was) {
  Histogram histogram;
  histogram.record(42);
  histogram.merge(Histogram{});
  EXPECT_EQ(histogram.count(), 1U);
  EXPECT_EQ(histogram.min(), 42U);
  EXPECT_EQ(histogram.max(), 42U);
}

TEST(Histogram, summary_divides_each_value_by_the_unit_but_not_the_count) {
  Histogram histogram;
  for (const std::uint64_t value : {1000U, 3000U}) histogram.record(value);
  const Summary summary = histogram.summary(1000);
  EXPECT_EQ(summary.count, 2U);
  EXPECT_DOUBLE_EQ(summary.min, 1);
  EXPECT_DOUBLE_EQ(summary.mean, 2);
  EXPECT_DOUBLE_EQ(summary.max, 3);
  EXPECT_NEAR(summary.stddev, std::sqrt(2.0), 1e-9);
  expect_within_the_promise(summary.p50, 1);
  expect_within_the_promise(summary.p999, 3);
}

}  // namespace
}  // namespace orbweaver
