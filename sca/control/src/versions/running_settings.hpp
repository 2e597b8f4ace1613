// SPDX-License-Identifier: Apache-2.0
// Reads the settings and the placement of a running application, so that an equal one can be
// created.
#pragma once
#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

/// Returns ID=VALUE and, in a domain of Orbweaver, COMPONENT.PROPERTY=VALUE, as create() takes
/// them: the properties that can be set and whose values differ from the profiles. Components that
/// do not answer, and values that cannot be written as text, are left out.
[[nodiscard]] std::vector<std::string> settings_of(const Domain& domain,
                                                   const ApplicationTarget& target);

/// Returns COMPONENT=DEVICE, as create() takes it, with the device's identifier. A component whose
/// device is not known is left out.
[[nodiscard]] std::vector<std::string> placement_of(const ApplicationTarget& target);

}  // namespace orbweaver::control
