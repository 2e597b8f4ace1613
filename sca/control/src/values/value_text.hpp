// SPDX-License-Identifier: Apache-2.0
// Reads a user's text as a value of the type that a property has.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/value.hpp>

#include <span>
#include <string>

namespace orbweaver::control {

/// Returns a value of the type of `model`; for a struct, with the same members. The form of `text`
/// is
///   of a simple                2.5, or fast, or 1.5-j2 for a complex one
///   of a simplesequence        1,2,3 or the JSON [1, 2, 3]
///   of a struct                the JSON {"member": value}; members that are left out keep the
///                              model's
///   of a sequence of structs   the JSON [{...}]; members are those of the model's first struct
/// Fails: with one clause that says why the text is not such a value.
[[nodiscard]] Result<property::Value, std::string> value_like(const property::Value& model,
                                                              const std::string& text);

/// Reads the text as one member of a struct; the other members keep the model's values.
[[nodiscard]] Result<property::Value, std::string> with_member(const property::Value& model,
                                                               const std::string& member,
                                                               const std::string& text);

/// Returns the property's default, or some value of its type. `all`: the properties among which the
/// struct of a structsequence is looked up. Fails: with one clause, if the profile does not define
/// the type.
[[nodiscard]] Result<property::Value, std::string> model_of(
    const property::Property& definition, std::span<const property::Property> all);

}  // namespace orbweaver::control
