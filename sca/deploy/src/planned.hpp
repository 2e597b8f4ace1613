// What a component gets, once its place is known: files, program, parameters, values.
#pragma once
#include "placement.hpp"

namespace orbweaver::deploy {

/// Fails with one line: a value that does not fit, a factory that is not there.
[[nodiscard]] Result<PlannedComponent, std::string> planned(const PlanRequest& request,
                                                            const Candidate& candidate,
                                                            const Place& place);

}  // namespace orbweaver::deploy
