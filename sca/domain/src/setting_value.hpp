// SPDX-License-Identifier: Apache-2.0
// Reads the text that a user writes after "=", in the notation of the operator's commands
// (docs/guides/control.md).
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/property/defaults.hpp>

#include <string>

namespace orbweaver::domain {

/// The value that `text` gives to the property; whether it fits is found out by value_of(). `text`
/// is
///   of a simple                2.5
///   of a simplesequence        1,2,3 or the JSON [1, 2, 3]
///   of a struct                the JSON {"member": value}; members that are left out keep their
///                              defaults
///   of a sequence of structs   the JSON [{"member": value}]
/// Fails: with one clause that says how it is written.
[[nodiscard]] Result<property::Override, std::string> setting_of(const property::Property& property,
                                                                 const std::string& text);

/// As setting_of(), for one member of a struct.
[[nodiscard]] Result<property::Override, std::string> setting_of_member(
    const property::StructProperty& property, const property::Member& member,
    const std::string& text);

}  // namespace orbweaver::domain
