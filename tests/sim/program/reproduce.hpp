// SPDX-License-Identifier: Apache-2.0
// One seed: what happened, as text and as a file for Perfetto; and a shorter run that fails too.
#pragma once
#include <cstdint>
#include <string>

#include "scenarios/scenario.hpp"

namespace orbweaver::sim {

struct Reproduction {
  std::uint64_t seed = 0;
  bool shrink = false;
  std::string trace_file;
};

/// The exit status: 0 if every law held.
[[nodiscard]] int run(const Reproduction& reproduction, const Scenario& scenario);

}  // namespace orbweaver::sim
