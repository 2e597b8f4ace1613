// SPDX-License-Identifier: Apache-2.0
// Converts values of properties to JSON.
#pragma once
#include <orbweaver/control/report.hpp>
#include <orbweaver/property/value.hpp>

#include <string>

namespace orbweaver::control {

/// Numbers, booleans and texts become JSON's. Infinity, NaN, times and references become text. A
/// sequence becomes an array, a struct an object, a complex number {"real", "imaginary"}.
[[nodiscard]] Json json_of(const property::Value& value);

/// Returns the type's name: "float", "complex float", "float[]", "struct", "struct[]".
[[nodiscard]] std::string type_text(const property::Value& value);

}  // namespace orbweaver::control
