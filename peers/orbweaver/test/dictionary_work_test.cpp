// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <pipeline/dictionary_work.hpp>

#include <cstdint>
#include <vector>

namespace lab_pipeline {
namespace {

std::size_t phrases(const std::vector<double>& values) {
  return DictionaryCoder{}.phrases(values.data(), values.size());
}

// By hand: 1 | 1 2 | 1 2 1 | 2 | 3, and 1 is there already.
TEST(DictionaryCoder, finds_the_phrases_of_a_known_text) {
  EXPECT_EQ(phrases({1, 1, 2, 1, 2, 1, 2, 3}), 5U);
  EXPECT_EQ(phrases({1, 1}), 2U);
  EXPECT_EQ(phrases({}), 0U);
}

// n values that are all alike make phrases of 1, 2, 3, ... values.
TEST(DictionaryCoder, finds_few_in_what_repeats_itself_and_many_in_what_does_not) {
  EXPECT_EQ(phrases(std::vector<double>(55, 7.0)), 10U);
  std::vector<double> different(55);
  for (std::size_t i = 0; i < different.size(); ++i) different[i] = static_cast<double>(i);
  EXPECT_EQ(phrases(different), 55U);
}

TEST(VariedWork, is_the_same_for_the_same_packet) {
  std::vector<double> one(64), two(64);
  fill_varied(17, one, one.size());
  fill_varied(17, two, two.size());
  EXPECT_EQ(one, two);
}

TEST(VariedWork, is_the_whole_on_average_and_differs_widely) {
  constexpr std::int64_t kWhole = 1'000'000;
  std::vector<double> values(1024);
  WorkMeter meter;
  for (std::uint64_t number = 1; number <= 2000; ++number) {
    fill_varied(number, values, values.size());
    meter.record(work_on(values.data(), values.size(), kWhole));
  }
  const auto reported = meter.to_json();
  EXPECT_NEAR(reported["total"].get<double>() / 2000, 1e6, 0.03e6);
  EXPECT_LT(reported["shortest"].get<double>(), 0.2e6);
  EXPECT_GT(reported["longest"].get<double>(), 1.6e6);
}

TEST(VariedWork, of_an_empty_packet_is_none) { EXPECT_EQ(work_on(nullptr, 0, 1'000'000), 0); }

}  // namespace
}  // namespace lab_pipeline
