// SPDX-License-Identifier: Apache-2.0
#include "program/seeds.hpp"

#include <array>

namespace orbweaver::sim {

namespace {

// Some runs have few switches and some have many; some have one kind of fault, some all: what needs
// many of one and none of another is found sooner than with one rate for all.
constexpr std::array<std::uint32_t, 6> kPreemptRates{0, 5, 25, 150, 1000, 8000};
constexpr std::array<std::uint32_t, 3> kOrderRates{0, 2, 6};
constexpr std::array<std::uint32_t, 5> kFaultRates{2, 6, 25, 120, 600};
// A process takes memory hundreds of times in a run.
constexpr std::array<std::uint32_t, 4> kMemoryRates{15, 60, 250, 1000};
constexpr std::uint32_t kChangesOfPriority = 3000;

template <std::size_t n>
std::uint32_t any_of(Random& random, const std::array<std::uint32_t, n>& values) noexcept {
  return values[random.below(n)];
}

void set(Rates& rates, Kind kind, std::uint32_t rate) noexcept {
  rates[static_cast<std::size_t>(kind)] = rate;
}

std::uint32_t rate_of(Kind fault, Random& random) noexcept {
  return fault == Kind::no_memory ? any_of(random, kMemoryRates) : any_of(random, kFaultRates);
}

}  // namespace

Settings settings_of(const Scenario& scenario, std::uint64_t seed) {
  Settings settings{.seed = seed};
  Random random{seed * 2 + 1};
  auto& rates = settings.rates;
  set(rates, Kind::workload, 1);
  set(rates, Kind::wake, any_of(random, kOrderRates));
  if (random.below(4) == 0) {
    settings.exploration = Exploration::priority;
    set(rates, Kind::preempt, kChangesOfPriority);
  } else {
    set(rates, Kind::preempt, any_of(random, kPreemptRates));
    set(rates, Kind::next_thread, any_of(random, kOrderRates));
  }
  const bool has_faults = random.below(4) != 0;
  for (const auto kind : scenario.faults)
    if (has_faults && random.below(2) == 0) set(rates, kind, rate_of(kind, random));
  return settings;
}

}  // namespace orbweaver::sim
