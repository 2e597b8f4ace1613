// SPDX-License-Identifier: Apache-2.0
// Arithmetic on values of properties: is there as much, and what is left then.
#pragma once
#include <orbweaver/property/value.hpp>

namespace orbweaver::deploy {

/// Whether a device that has `has` can give `wanted`: numbers as amounts, other values if equal.
/// Values of different numeric types are compared by their amounts.
[[nodiscard]] bool has_as_much(const property::Value& has, const property::Value& wanted);

/// `has` less `amount`, of the type of `has`. Values that are no numbers stay as they are. Call
/// only if `has_as_much`.
[[nodiscard]] property::Value less(const property::Value& has, const property::Value& amount);

}  // namespace orbweaver::deploy
