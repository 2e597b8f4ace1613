// SPDX-License-Identifier: Apache-2.0
// Seeds that found something once, in a file: `SCENARIO SEED` on a line each; # begins a comment.
#pragma once
#include "program/campaign.hpp"

namespace orbweaver::sim {

/// Runs each. The exit status: 0 if every law held, 2 if the file cannot be read.
[[nodiscard]] int run_listed(const std::string& file, Campaign campaign);

}  // namespace orbweaver::sim
