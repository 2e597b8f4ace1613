// SPDX-License-Identifier: Apache-2.0
// Reads the text of a user as a value of the type that a property has.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/value.hpp>

#include <span>
#include <string>

namespace orbweaver::control {

/// A value like `model`: of its type, and of a struct with its members. `text` is
///   of a simple                2.5, or fast, or 1.5-j2 for a complex one
///   of a simplesequence        1,2,3 or the JSON [1, 2, 3]
///   of a struct                the JSON {"member": value}; members that are left out keep the
///                              model's
///   of a sequence of structs   the JSON [{...}]; members are those of the model's first struct
/// Fails: with one clause that says what does not fit.
[[nodiscard]] Result<property::Value, std::string> value_like(const property::Value& model,
                                                              const std::string& text);

/// As value_like(), for one member of a struct.
[[nodiscard]] Result<property::Value, std::string> with_member(const property::Value& model,
                                                               const std::string& member,
                                                               const std::string& text);

/// The default of the property, or a value of its type. `all`: where the struct of a structsequence
/// is looked up. Fails: with one clause, if the profile does not say what it is.
[[nodiscard]] Result<property::Value, std::string> model_of(
    const property::Property& definition, std::span<const property::Property> all);

}  // namespace orbweaver::control
