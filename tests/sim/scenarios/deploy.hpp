// SPDX-License-Identifier: Apache-2.0
// See deploy.cpp.
#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Scenario deploy_scenario() noexcept;

}  // namespace orbweaver::sim
