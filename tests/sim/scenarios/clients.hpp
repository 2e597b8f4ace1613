#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

/// Many clients of one object.
[[nodiscard]] Scenario clients_scenario() noexcept;

}  // namespace orbweaver::sim
