// SPDX-License-Identifier: Apache-2.0
// Execute parameters that the user set and a component's program does not have, although its
// profile names them: the program passes over them, and the value would be lost without a word.
#pragma once
#include <orbweaver/deploy/plan.hpp>
#include <orbweaver/generated/sca/CF/Resource.hpp>
#include <orbweaver/profile/component_profile.hpp>

#include <span>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// A line for each. `set`: of this component alone. Nothing for a component that shows no execute
/// parameter at all: SCA 2.2.2 lets a program of another vendor keep them to itself. Blocks: for
/// one call. Throws as CF::PropertySet::query.
[[nodiscard]] std::vector<std::string> unknown_settings(
    const std::string& instantiation, std::span<const property::Override> set,
    std::span<const property::Property> properties, CF::Resource& component);

}  // namespace orbweaver::domain
