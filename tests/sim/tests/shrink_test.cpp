// SPDX-License-Identifier: Apache-2.0
#include "program/shrink.hpp"

#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/thread.hpp>

#include <gtest/gtest.h>

#include <cstdlib>

#include "program/seeds.hpp"
#include "tests/runs.hpp"

namespace orbweaver::sim {

namespace {

// The first seed whose run breaks that law, from `first` on.
std::optional<Settings> failing(const Scenario& scenario, std::uint64_t first = 0) {
  for (auto seed = first; seed < first + 500; ++seed) {
    auto settings = settings_of(scenario, seed);
    if (simulate(settings, scenario.run).failure) return settings;
  }
  return std::nullopt;
}

// Fails if two of many choices are made, whatever the others are.
void two_of_many() {
  bool is_first = false;
  for (int i = 0; i < 300; ++i) {
    const auto value = choices().pick(Kind::workload, 4);
    if (i == 17) is_first = value == 3;
    if (i == 230 && is_first && value == 2) fail("planted", "both were made");
  }
}

// Threads lose an update if one is preempted in the middle; faults have no part in it.
void lost_update() {
  os::Atomic<int> sum{0};
  {
    std::vector<os::Thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        for (int n = 0; n < 20; ++n) {
          (void)fault(Kind::short_read);
          sum.store(sum.load() + 1);
        }
      });
  }
  if (sum.load() != 80) fail("planted", "an update was lost");
}

void crash() {
  for (int i = 0; i < 100; ++i)
    if (choices().pick(Kind::workload, 50) == 49) std::abort();
}

constexpr std::array kFaults{Kind::short_read};
constexpr Scenario kTwo{"two", "", two_of_many, kFaults};
constexpr Scenario kLost{"lost", "", lost_update, kFaults};
constexpr Scenario kCrash{"crash", "", crash, kFaults};

}  // namespace

TEST(Shrink, OfManyChoicesTheTwoThatMatterAreLeft) {
  const auto settings = failing(kTwo);
  ASSERT_TRUE(settings);
  EXPECT_GT(simulate(*settings, kTwo.run).decisions.size(), 100U);
  EXPECT_EQ(shrink(*settings, kTwo).value(),
            (std::vector<Decision>{{Kind::workload, 18, 3}, {Kind::workload, 231, 2}}));
}

TEST(Shrink, OneSwitchOfThreadsIsLeftAndItFailsAgain) {
  const auto settings = failing(kLost);
  ASSERT_TRUE(settings);
  const auto shorter = shrink(*settings, kLost).value();
  EXPECT_LE(shorter.size(), 3U);
  for (const auto& decision : shorter) EXPECT_NE(decision.kind, Kind::short_read);
  EXPECT_EQ(broken_law(run_with(shorter, kLost.run)), "planted");
}

TEST(Shrink, ACrashIsShrunkToo) {
  std::optional<std::vector<Decision>> shorter;
  for (std::uint64_t seed = 0; seed < 20 && !shorter; ++seed)
    shorter = shrink(settings_of(kCrash, seed), kCrash);
  ASSERT_TRUE(shorter);
  ASSERT_EQ(shorter->size(), 1U);
  EXPECT_EQ(shorter->front().value, 49U);
}

TEST(Shrink, ARunThatHoldsEveryLawHasNothingToShrink) {
  EXPECT_EQ(shrink({.replay = std::vector<Decision>{}}, kTwo), std::nullopt);
}

}  // namespace orbweaver::sim
