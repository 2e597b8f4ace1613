// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/clock.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/sim/thread.hpp>

#include <gtest/gtest.h>

#include <chrono>

#include "program/seeds.hpp"
#include "scenarios/scenario.hpp"
#include "tests/runs.hpp"

namespace orbweaver::sim {

namespace {

// Made before the first run, in the program's memory: the logger is shared by all processes.
[[maybe_unused]] const bool is_silent = set_log_level("off");

struct Passed {
  Time steady = 0, wall = 0;
};

// How far both clocks go while a thread sleeps for a second.
Passed in_a_second() {
  const auto steady = std::chrono::steady_clock::now();
  const auto wall = os::wall_clock_now();
  sleep_until(virtual_now() + kSecond);
  return {.steady = (std::chrono::steady_clock::now() - steady).count(),
          .wall = (os::wall_clock_now() - wall).count()};
}

constexpr Time kHour = 3600 * kSecond;
constexpr std::uint32_t kAnHourOn = 1, kAnHourBack = 2;

Passed with_jump(std::uint32_t jump) {
  Passed passed;
  (void)run_with({{Kind::clock_jump, 1, jump}}, [&] { passed = in_a_second(); });
  return passed;
}

}  // namespace

TEST(Clock, TheTimeOfDayJumps) {
  EXPECT_GT(with_jump(kAnHourOn).wall, kHour);
  EXPECT_LT(with_jump(kAnHourBack).wall, -kHour + 2 * kSecond);
}

TEST(Clock, SteadyTimeDoesNot) {
  Passed calm;
  (void)run_calm([&] { calm = in_a_second(); });
  EXPECT_GE(calm.steady, kSecond);
  EXPECT_EQ(with_jump(kAnHourOn).steady, calm.steady);
  EXPECT_EQ(with_jump(kAnHourBack).steady, calm.steady);
}

// No time-out and no order depends on the time of day: a run with jumps is the same run.
class TimeOfDay : public testing::TestWithParam<const char*> {};

TEST_P(TimeOfDay, ChangesNothingInAScenario) {
  constexpr std::uint64_t kSeeds = 40;
  std::uint64_t jumps = 0;
  const auto& scenario = *scenario_named(GetParam());
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    auto settings = settings_of(scenario, seed);
    auto& rate = settings.rates[static_cast<std::size_t>(Kind::clock_jump)];
    rate = 0;
    const auto calm = simulate(settings, scenario.run);
    rate = 2;
    const auto jumping = simulate(settings, scenario.run);
    jumps += jumping.happened[static_cast<std::size_t>(Kind::clock_jump)];
    EXPECT_EQ(jumping.hash, calm.hash) << "seed " << seed;
  }
  EXPECT_GT(jumps, kSeeds);
}

INSTANTIATE_TEST_SUITE_P(, TimeOfDay,
                         testing::Values("clients", "shutdown", "reconnecting", "idle", "datagrams",
                                         "naming", "adapters", "nested"),
                         [](const auto& scenario) { return std::string{scenario.param}; });

}  // namespace orbweaver::sim
