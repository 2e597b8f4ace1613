// SPDX-License-Identifier: Apache-2.0
// One run of a node, from the search for its domain to the last of its processes.
#pragma once
#include <orbweaver/node/node_plan.hpp>
#include <orbweaver/node/signals.hpp>
#include <orbweaver/program/service_manager.hpp>

#include "arguments.hpp"

namespace orbweaver::node {

/// Call it while this process has one thread. Returns the exit status: 0 after an orderly end; 1 if
/// something failed, or if a device or service is missing at the end; 2 for a wrong option.
/// `manager` is notified when the node serves (which may be before it has joined its domain) and
/// when it ends.
[[nodiscard]] int run_node(const NodeArguments& arguments, const NodePlan& plan,
                           const Signals& signals, const program::ServiceManager& manager);

}  // namespace orbweaver::node
