#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Scenario loans_scenario() noexcept;

}  // namespace orbweaver::sim
