// SPDX-License-Identifier: Apache-2.0
// The programs of a waveform: sources that make numbered packets, stages that pass them on, and a
// sink.
#pragma once
#include <vector>

#include "scenarios/waveform/plan.hpp"

namespace orbweaver::sim {

/// A process with these components, from their making until each is released. Their CF::Resources
/// stand at the board by their names. Fails the run if one says an error though nothing was cut
/// short.
void run_components(WaveformPlan& plan, const std::vector<PlannedComponent*>& components);

}  // namespace orbweaver::sim
