#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Scenario memory_scenario() noexcept;
/// Not among all_scenarios(): some seeds fail still (docs/simulation.md).
[[nodiscard]] Scenario memory_of_clients_scenario() noexcept;

}  // namespace orbweaver::sim
