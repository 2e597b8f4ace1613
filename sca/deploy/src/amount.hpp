// SPDX-License-Identifier: Apache-2.0
// Arithmetic on values of properties as amounts.
#pragma once
#include <orbweaver/property/value.hpp>

namespace orbweaver::deploy {

/// Whether a device that has `has` can give `wanted`: numbers are compared as amounts, also of
/// different types; other values must be equal.
[[nodiscard]] bool has_as_much(const property::Value& has, const property::Value& wanted);

/// Returns `has` less `amount`, with the type of `has`. Values that are no numbers stay. Call it
/// only if `has_as_much`.
[[nodiscard]] property::Value less(const property::Value& has, const property::Value& amount);

}  // namespace orbweaver::deploy
