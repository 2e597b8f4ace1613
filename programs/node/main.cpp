// SPDX-License-Identifier: Apache-2.0
// orbweaver-node: runs an SCA node from its device configuration (DCD).
#include <orbweaver/node/node_plan.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <malloc.h>

#include "arguments.hpp"
#include "event_lines.hpp"
#include "run.hpp"

int main(int argc, char** argv) {
  using namespace orbweaver;
  os::begin_standard_streams();
  // Saves memory: by default, each thread that calls devices gets a malloc arena of its own.
  ::mallopt(M_ARENA_MAX, 2);
  const node::Signals signals;
  const auto manager = program::ServiceManager::of_this_process();
  const auto arguments = node::parse_arguments(argc, argv);
  if (!arguments) return arguments.error();
  const auto plan = node::read_node({.dcd = arguments->dcd,
                                     .root = arguments->root,
                                     .machine = node::this_machine(),
                                     .needs_domain_manager = !arguments->domain});
  if (!plan) {
    node::NodeEventLines lines;
    for (const auto& entry : plan.error()) lines.failure(entry);
    return program::kWrongUsage;
  }
  return node::run_node(*arguments, *plan, signals, manager);
}
