// SPDX-License-Identifier: Apache-2.0
// Which components an application starts, and in which order.
#pragma once
#include <orbweaver/deploy/plan.hpp>

namespace orbweaver::deploy {

/// The assembly controller alone (SCA 2.2.2 3.1.3.2.1.5), which starts the others. If a component
/// has a startorder (REDHAWK): those that have one in its order, equal ones in that of the SAD; and
/// the controller first if it has none.
[[nodiscard]] std::vector<const PlannedComponent*> start_sequence(const Plan& plan);

}  // namespace orbweaver::deploy
