// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/choices.hpp>

#include <gtest/gtest.h>

#include <array>

#include "tests/runs.hpp"

namespace orbweaver::sim {

namespace {

Rates all_at(std::uint32_t rate) {
  Rates rates{};
  rates.fill(rate);
  return rates;
}

std::vector<std::uint32_t> draw(Choices& choices, std::size_t count, std::uint32_t n = 5) {
  std::vector<std::uint32_t> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(choices.pick(Kind::workload, n));
  return values;
}

}  // namespace

TEST(Choices, TheSameSeedMakesTheSameChoices) {
  Choices one{42, all_at(3)}, same{42, all_at(3)}, other{43, all_at(3)};
  const auto values = draw(one, 1000);
  EXPECT_EQ(values, draw(same, 1000));
  EXPECT_NE(values, draw(other, 1000));
  EXPECT_EQ(one.decisions(), same.decisions());
}

TEST(Choices, AKindThatHasNoRateNeverHappens) {
  Choices choices{1, {}};
  EXPECT_EQ(draw(choices, 1000), std::vector<std::uint32_t>(1000));
  EXPECT_TRUE(choices.decisions().empty());
}

TEST(Choices, AKindHappensOnceInItsRate) {
  Choices choices{1, all_at(20)};
  std::size_t times = 0;
  for (int i = 0; i < 20'000; ++i) times += choices.happens(Kind::cut) ? 1U : 0U;
  EXPECT_GT(times, 900U);
  EXPECT_LT(times, 1100U);
  EXPECT_EQ(choices.happened()[static_cast<std::size_t>(Kind::cut)], times);
}

TEST(Choices, EveryValueIsTaken) {
  Choices choices{9, all_at(1)};
  std::array<std::size_t, 5> times{};
  for (const auto value : draw(choices, 1000)) ++times.at(value);
  for (const auto time : times) EXPECT_GT(time, 100U);
}

TEST(Choices, OneToChooseFromIsNoOccasion) {
  Choices choices{{{Kind::workload, 1, 1}}};
  EXPECT_EQ(choices.pick(Kind::workload, 1), 0U);
  EXPECT_EQ(choices.pick(Kind::workload, 0), 0U);
  EXPECT_EQ(choices.pick(Kind::workload, 2), 1U);
}

TEST(Choices, AShortListIsPlayedAgainAndNothingElse) {
  Choices choices{{{Kind::workload, 4, 3}, {Kind::workload, 2, 1}, {Kind::cut, 1, 1}}};
  EXPECT_EQ(draw(choices, 6), (std::vector<std::uint32_t>{0, 1, 0, 3, 0, 0}));
  EXPECT_TRUE(choices.happens(Kind::cut));
  EXPECT_FALSE(choices.happens(Kind::cut));
  EXPECT_EQ(choices.decisions().size(), 3U);
}

TEST(Choices, APlayedValueIsOneOfThoseThatThereAre) {
  Choices choices{{{Kind::workload, 1, 9}}};
  EXPECT_EQ(choices.pick(Kind::workload, 3), 2U);
}

TEST(Choices, WhatWasNotedPlaysTheSame) {
  Choices seeded{7, all_at(4)};
  const auto values = draw(seeded, 500);
  Choices played{seeded.decisions()};
  EXPECT_EQ(draw(played, 500), values);
  EXPECT_EQ(played.decisions(), seeded.decisions());
}

TEST(Choices, OccasionsThatACallerCountsAreTheSame) {
  Choices one{5, all_at(30)}, other{5, all_at(30)};
  for (int i = 0; i < 50; ++i) {
    const auto left = other.occasions_left(Kind::preempt);
    std::uint64_t counted = 1;
    while (!one.happens(Kind::preempt)) ++counted;
    other.skip(Kind::preempt, left - 1);
    EXPECT_TRUE(other.happens(Kind::preempt));
    EXPECT_EQ(counted, left);
  }
}

TEST(Choices, EveryKindHasANameOfItsOwn) {
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    EXPECT_EQ(kind_of(name_of(static_cast<Kind>(kind))), static_cast<Kind>(kind));
  EXPECT_EQ(kind_of("moon"), std::nullopt);
}

TEST(Choices, ARunsListPlaysTheSameRun) {
  const auto body = [] {
    for (int i = 0; i < 100; ++i) trace().add(Event::law, choices().pick(Kind::workload, 10), 0);
  };
  const auto first = simulate(by_chance(3, 4, {Kind::workload}), body);
  EXPECT_GT(first.decisions.size(), 10U);
  EXPECT_EQ(run_with(first.decisions, body).hash, first.hash);
  auto fewer = first.decisions;
  fewer.pop_back();
  EXPECT_NE(run_with(fewer, body).hash, first.hash);
}

}  // namespace orbweaver::sim
