// SPDX-License-Identifier: Apache-2.0
// Values that a user gives to properties of an application's components, as --set has them.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/deploy/plan.hpp>

#include <span>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// `texts`: "COMPONENT.PROPERTY=VALUE" each. COMPONENT is the id or usagename of an instantiation,
/// or `*` for every component that has the property and lets it be set. PROPERTY is its id or name,
/// or `EXECUTE_OPTION::<option>`, which every component has. VALUE is 2.5, for a simplesequence
/// 1,2,3, for a struct and a sequence of structs JSON; PROPERTY.MEMBER is a member of a struct. The
/// last of several counts. Fails with one line, which names what there is: a text that is none, a
/// component or property that is not there, a property that no component lets be set, a value that
/// does not fit.
[[nodiscard]] Result<std::vector<deploy::SetValue>, std::string> settings_for(
    const profile::Application& application, std::span<const std::string> texts);

}  // namespace orbweaver::domain
