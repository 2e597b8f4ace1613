// SPDX-License-Identifier: Apache-2.0
// Files, program, parameters and values of a component whose place is known.
#pragma once
#include "placement.hpp"

namespace orbweaver::deploy {

/// Fails with one line: a value that does not fit, a factory that is not there.
[[nodiscard]] Result<PlannedComponent, std::string> planned(const PlanRequest& request,
                                                            const Candidate& candidate,
                                                            const Place& place);

}  // namespace orbweaver::deploy
