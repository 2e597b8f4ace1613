// SPDX-License-Identifier: Apache-2.0
// A shorter run that breaks the same law: with fewer decisions, so with fewer faults and switches.
#pragma once
#include <orbweaver/sim/simulation.hpp>

#include <optional>
#include <vector>

#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

/// Nothing if every law holds. Prints how far it is. Each try runs in a process of its own, so that
/// it may crash.
[[nodiscard]] std::optional<std::vector<Decision>> shrink(const Settings& settings,
                                                          const Scenario& scenario);

}  // namespace orbweaver::sim
