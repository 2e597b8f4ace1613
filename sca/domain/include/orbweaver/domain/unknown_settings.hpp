// SPDX-License-Identifier: Apache-2.0
// Finds execute parameters that the user set and the component's program does not know, although
// its profile names them. The program ignores them, and the user would not notice.
#pragma once
#include <orbweaver/deploy/plan.hpp>
#include <orbweaver/generated/sca/CF/Resource.hpp>
#include <orbweaver/profile/component_profile.hpp>

#include <span>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// Returns a line for each such parameter. `set`: the values of this component alone. Returns
/// nothing for a component that shows no execute parameter at all, as SCA 2.2.2 does not ask
/// programs of other vendors to show them. Blocks: for one call. Throws as CF::PropertySet::query.
[[nodiscard]] std::vector<std::string> unknown_settings(
    const std::string& instantiation, std::span<const property::Override> set,
    std::span<const property::Property> properties, CF::Resource& component);

}  // namespace orbweaver::domain
