// SPDX-License-Identifier: Apache-2.0
// What a seed decides before the run begins: how threads are chosen, which faults there are and how
// often.
#pragma once
#include <orbweaver/sim/simulation.hpp>

#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Settings settings_of(const Scenario& scenario, std::uint64_t seed);

}  // namespace orbweaver::sim
