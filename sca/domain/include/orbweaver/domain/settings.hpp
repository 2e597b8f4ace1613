// SPDX-License-Identifier: Apache-2.0
// Reads the values that a user sets for properties of components, as with --set.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/deploy/plan.hpp>

#include <span>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// `texts`: "COMPONENT.PROPERTY=VALUE" each. COMPONENT is the id or usagename of an instantiation,
/// or `*` for every component that has the property and lets it be set. PROPERTY is its id or name,
/// or `EXECUTE_OPTION::<option>`, which every component has; PROPERTY.MEMBER is a member of a
/// struct. VALUE is 2.5, or 1,2,3 for a simplesequence, or JSON for a struct and a sequence of
/// structs. If a property is set twice, the last value counts.
/// Fails: with one line, which lists the valid names, if a text has another form, if the component
/// or property does not exist, if the property cannot be set, or if the value does not fit.
[[nodiscard]] Result<std::vector<deploy::SetValue>, std::string> settings_for(
    const profile::Application& application, std::span<const std::string> texts);

}  // namespace orbweaver::domain
