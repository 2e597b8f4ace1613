// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Scenario rules_scenario() noexcept;

}  // namespace orbweaver::sim
