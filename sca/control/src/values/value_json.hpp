// SPDX-License-Identifier: Apache-2.0
// Values of properties as JSON.
#pragma once
#include <orbweaver/control/report.hpp>
#include <orbweaver/property/value.hpp>

#include <string>

namespace orbweaver::control {

/// Numbers, booleans and texts as JSON has them; what JSON has no number for (inf, nan), times and
/// references as text. A sequence is an array, a struct an object, complex {"real", "imaginary"}.
[[nodiscard]] Json json_of(const property::Value& value);

/// "float", "complex float", "float[]", "struct", "struct[]".
[[nodiscard]] std::string type_text(const property::Value& value);

}  // namespace orbweaver::control
