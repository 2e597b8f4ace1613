#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Scenario naming_scenario() noexcept;

}  // namespace orbweaver::sim
