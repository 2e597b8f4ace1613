#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Scenario pool_scenario() noexcept;

}  // namespace orbweaver::sim
