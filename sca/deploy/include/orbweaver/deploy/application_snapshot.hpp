// SPDX-License-Identifier: Apache-2.0
// What an application holds of devices, files and names, as plain data. Another process can take it
// over, to continue the application or to release it. References of components are not part of it:
// the front end keeps them.
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
