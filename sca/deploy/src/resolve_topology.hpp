// SPDX-License-Identifier: Apache-2.0
// Resolves the connections and the external ports of a SAD.
#pragma once
#include <orbweaver/deploy/plan.hpp>

namespace orbweaver::deploy {

struct ResolvedTopology {
  Topology topology;
  Failures failures;  // of step connect: a connection's end does not exist
};

/// `plan` must have all components and used devices.
[[nodiscard]] ResolvedTopology resolve_topology(const profile::SoftwareAssembly& assembly,
                                                const Plan& plan);

}  // namespace orbweaver::deploy
