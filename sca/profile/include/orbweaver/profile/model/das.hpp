// SPDX-License-Identifier: Apache-2.0
// Deployment Enforcement (*_DAS.xml): the device of each component of an application. A file format
// of OSSIE; in SCA 2.2.2, these are the deviceAssignments of ApplicationFactory::create.
#pragma once
#include <orbweaver/profile/model/parts.hpp>

namespace orbweaver::profile {

struct DeviceAssignment {
  std::string component;  // a component instantiation's id
  std::string device;     // a device's identifier
  Position at;
};

struct DeploymentEnforcement {
  std::string application_id;
  std::string application_name;
  std::vector<DeviceAssignment> assignments;
  Position at;
};

}  // namespace orbweaver::profile
