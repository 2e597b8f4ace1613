// SPDX-License-Identifier: Apache-2.0
// Reads the text that a user writes after "=", in the notation of docs/guides/control.md.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/property/defaults.hpp>

#include <string>

namespace orbweaver::domain {

/// Reads `text` as a value of the property. Whether the value is valid is checked later, by
/// value_of(). The form of `text` is
///   of a simple                2.5
///   of a simplesequence        1,2,3 or the JSON [1, 2, 3]
///   of a struct                the JSON {"member": value}; members that are left out keep their
///                              defaults
///   of a sequence of structs   the JSON [{"member": value}]
/// Fails: with one clause about the right form.
[[nodiscard]] Result<property::Override, std::string> setting_of(const property::Property& property,
                                                                 const std::string& text);

/// Reads the text as one member of a struct.
[[nodiscard]] Result<property::Override, std::string> setting_of_member(
    const property::StructProperty& property, const property::Member& member,
    const std::string& text);

}  // namespace orbweaver::domain
