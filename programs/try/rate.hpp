// SPDX-License-Identifier: Apache-2.0
// How fast samples went through a port.
#pragma once
#include <orbweaver/trial/trial.hpp>

#include <chrono>
#include <optional>

namespace orbweaver::trial {

/// From the start of the component until it was through; none: no time passed.
[[nodiscard]] inline std::optional<double> samples_per_second(const PortOutcome& port,
                                                              const TrialOutcome& outcome) {
  if (!outcome.ran || *outcome.ran <= Nanoseconds::zero()) return std::nullopt;
  return static_cast<double>(port.samples) / std::chrono::duration<double>(*outcome.ran).count();
}

}  // namespace orbweaver::trial
