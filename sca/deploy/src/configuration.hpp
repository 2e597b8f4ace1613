// SPDX-License-Identifier: Apache-2.0
// create's initConfiguration: its values go to the assembly controller, or (REDHAWK) to the
// component whose external property it names, or to that of COMPONENT.PROPERTY.
#pragma once
#include "placement.hpp"

#include <span>

namespace orbweaver::deploy {

/// Puts the values of the request into the plan; they go before those of profiles.
/// An execute parameter goes to the execution, all else to the configuration.
/// Returns: the ids that no component can be given.
[[nodiscard]] std::vector<std::string> add_configuration(const PlanRequest& request,
                                                         std::span<const Candidate> candidates,
                                                         std::span<const Place> places, Plan& plan);

}  // namespace orbweaver::deploy
