#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Scenario fanout_scenario() noexcept;

}  // namespace orbweaver::sim
