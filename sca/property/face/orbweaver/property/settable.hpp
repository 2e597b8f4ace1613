// SPDX-License-Identifier: Apache-2.0
// Whether a value that a user or a profile gives reaches the component, and how.
#pragma once
#include <orbweaver/property/definition.hpp>

#include <optional>
#include <string>

namespace orbweaver::property {

/// "configure, execparam".
[[nodiscard]] std::string names_of(const Kinds& kinds);

/// Whether the component gets its value with its execution: of kind execparam, or with REDHAWK's
/// `commandline`.
[[nodiscard]] bool is_parameter(const Property& property);
/// Why no value that a user or a profile gives reaches the component, as "its mode is readonly";
/// nothing if one does: as an execute parameter, by configure, or as an execute option.
[[nodiscard]] std::optional<std::string> why_not_settable(const Property& property);

}  // namespace orbweaver::property
