// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/capacity_store.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace orbweaver::device {
namespace {

constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
using Ids = std::vector<std::string>;

CapacityStore store() { return CapacityStore{{{"cores", 4000}, {"memory", 100}}}; }

TEST(CapacityStore, takes_all_or_nothing) {
  auto capacities = store();
  EXPECT_TRUE(capacities.take({{"cores", 3000}, {"memory", 100}}));
  const auto refused = capacities.take({{"cores", 1000}, {"memory", 1}});
  EXPECT_EQ(refused.error().error, CapacityError::not_enough);
  EXPECT_EQ(refused.error().ids, Ids{"memory"});
  EXPECT_EQ(capacities.left("cores"), 1000U);
  EXPECT_EQ(capacities.left("memory"), 0U);
  EXPECT_EQ(capacities.total("memory"), 100U);
}

TEST(CapacityStore, names_what_it_does_not_have) {
  auto capacities = store();
  const auto refused = capacities.take({{"cores", 9999}, {"antennas", 1}, {"memory", 1}});
  EXPECT_EQ(refused.error().error, CapacityError::unknown);
  EXPECT_EQ(refused.error().ids, Ids{"antennas"});
  EXPECT_FALSE(capacities.is_anything_taken());
}

TEST(CapacityStore, adds_up_amounts_with_one_id) {
  auto capacities = store();
  EXPECT_FALSE(capacities.take({{"memory", 60}, {"memory", 60}}));
  EXPECT_TRUE(capacities.take({{"memory", 60}, {"memory", 40}}));
  EXPECT_FALSE(capacities.give_back({{"memory", 60}, {"memory", 60}}));
  EXPECT_TRUE(capacities.give_back({{"memory", 100}}));
}

TEST(CapacityStore, takes_back_no_more_than_was_taken) {
  auto capacities = store();
  EXPECT_TRUE(capacities.take({{"cores", 1000}, {"memory", 10}}));
  const auto refused = capacities.give_back({{"cores", 1000}, {"memory", 11}});
  EXPECT_EQ(refused.error().error, CapacityError::not_taken);
  EXPECT_EQ(refused.error().ids, Ids{"memory"});
  EXPECT_EQ(capacities.left("cores"), 3000U) << "nothing changed";
}

TEST(CapacityStore, has_no_amount_that_overflows) {
  auto capacities = store();
  EXPECT_FALSE(capacities.take({{"memory", kMost}, {"memory", kMost}}));
  EXPECT_FALSE(capacities.give_back({{"memory", kMost}, {"memory", 1}}));
  EXPECT_EQ(capacities.left("memory"), 100U);
}

TEST(CapacityStore, is_exhausted_when_nothing_is_left_of_anything) {
  auto capacities = store();
  EXPECT_FALSE(capacities.is_exhausted());
  EXPECT_TRUE(capacities.take({{"cores", 4000}}));
  EXPECT_FALSE(capacities.is_exhausted());
  EXPECT_TRUE(capacities.take({{"memory", 100}}));
  EXPECT_TRUE(capacities.is_exhausted());
  EXPECT_FALSE(CapacityStore{{}}.is_exhausted());
}

TEST(CapacityStore, neither_loses_nor_makes_anything_in_a_long_random_run) {
  auto capacities = store();
  std::mt19937 random{1};
  std::vector<Amounts> taken;
  std::uint64_t cores = 0, memory = 0;
  for (int i = 0; i < 20'000; ++i) {
    if (!taken.empty() && random() % 2 == 0) {
      std::swap(taken[random() % taken.size()], taken.back());
      ASSERT_TRUE(capacities.give_back(taken.back()));
      cores -= taken.back()[0].units;
      memory -= taken.back()[1].units;
      taken.pop_back();
    } else if (Amounts wanted{{"cores", random() % 1500}, {"memory", random() % 40}};
               capacities.take(wanted)) {
      cores += wanted[0].units;
      memory += wanted[1].units;
      taken.push_back(std::move(wanted));
    }
    ASSERT_EQ(capacities.left("cores"), 4000 - cores);
    ASSERT_EQ(capacities.left("memory"), 100 - memory);
  }
}

}  // namespace
}  // namespace orbweaver::device
