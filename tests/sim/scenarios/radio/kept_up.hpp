// SPDX-License-Identifier: Apache-2.0
// An application that is wanted in a domain is there again after each fault.
#pragma once
#include "scenarios/radio/incident.hpp"

namespace orbweaver::sim {

/// The domain is started anew, with a wanted application. Then a component, a device, a node or the
/// domain manager is killed, one after the other; in the end nothing is wanted any more. Requires
/// and fails as live_through().
void keep_up(const Kept& kept, RadioClient& client);

}  // namespace orbweaver::sim
