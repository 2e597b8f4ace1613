// SPDX-License-Identifier: Apache-2.0
// Deployment enforcement: which device each component of an application goes to. A file of OSSIE's
// (*_DAS.xml); SCA 2.2.2 gives the same to ApplicationFactory::create as deviceAssignments.
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
