// SPDX-License-Identifier: Apache-2.0
// See waveform.cpp.
#pragma once
#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

[[nodiscard]] Scenario waveform_scenario() noexcept;

}  // namespace orbweaver::sim
