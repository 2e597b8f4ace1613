// SPDX-License-Identifier: Apache-2.0
// How an application that runs is set and placed, so that one can be made that is the same.
#pragma once
#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

/// ID=VALUE and, in a domain of Orbweaver, COMPONENT.PROPERTY=VALUE, as create() takes it: of
/// external properties and of the components, those that can be set and are not as the profiles
/// say. Components that do not answer, and values that cannot be written so, are left out.
[[nodiscard]] std::vector<std::string> settings_of(const Domain& domain,
                                                   const ApplicationTarget& target);

/// COMPONENT=DEVICE, as create() takes it, with the device's identifier. Likewise.
[[nodiscard]] std::vector<std::string> placement_of(const ApplicationTarget& target);

}  // namespace orbweaver::control
