// SPDX-License-Identifier: Apache-2.0
// All that an application holds outside, as data. Another process can take it over: go on with it,
// or give it back. No reference of a component is in it: the front end keeps those.
#pragma once
#include <orbweaver/deploy/application_state.hpp>
#include <orbweaver/deploy/plan.hpp>

#include <map>
#include <string>
#include <vector>

namespace orbweaver::deploy {

struct ApplicationSnapshot {
  DeploymentState state = DeploymentState::creating;
  Plan plan;
  std::vector<Taken> taken;  // in the order in which it was taken
  std::map<std::string, ProcessId> processes;
  std::map<std::string, std::string> ended;  // components that have ended, and how
};

}  // namespace orbweaver::deploy
