// SPDX-License-Identifier: Apache-2.0
// How a domain treats nodes of other processes, and what it reports about them. SCA 2.2.2,
// 3.1.3.2.3.
#pragma once
#include <orbweaver/registry/node_options.hpp>

namespace orbweaver::domain {

using registry::line_of;
using registry::NodeChange;
using registry::NodeOptions;

}  // namespace orbweaver::domain
