// SPDX-License-Identifier: Apache-2.0
// Connections and external ports of an application, with every reference resolved.
#pragma once
#include <orbweaver/deploy/end.hpp>

#include <string>
#include <vector>

namespace orbweaver::deploy {

struct PlannedConnection {
  std::string id;  // the SAD's, or a new one; unique in the application
  End uses;
  End provides;
};

struct ExternalPortPlan {
  std::string name;  // the application's
  End end;
};

/// REDHAWK: a property of a component that is also a property of the application.
struct ExternalPropertyPlan {
  std::string id;         // the application's
  std::string component;  // identifier
  std::string property;
};

struct Topology {
  std::vector<PlannedConnection> connections;  // in the order of the SAD
  std::vector<ExternalPortPlan> external_ports;
  std::vector<ExternalPropertyPlan> external_properties;
};

}  // namespace orbweaver::deploy
