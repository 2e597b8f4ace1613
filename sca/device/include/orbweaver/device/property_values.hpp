// SPDX-License-Identifier: Apache-2.0
// Converts values of properties to texts and amounts.
#pragma once
#include <orbweaver/generated/sca/CF/Types.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace orbweaver::device {

/// Returns the value as a program's argument: a string unchanged, a number in decimal, a boolean as
/// true or false. Returns nothing for a value of another type, and for text with a NUL.
[[nodiscard]] std::optional<std::string> text_of_value(const CORBA::Any& value);

/// Returns a string, the only type that SCA 2.2.2 allows for a program's parameter (3.1.3.3.3.5.2).
/// Returns nothing for another type, and for a string with a NUL.
[[nodiscard]] std::optional<std::string> string_of_value(const CORBA::Any& value);

/// Returns a number of any type times `units_per_one`, rounded up. Returns nothing for another
/// type, a negative number, or one that is too large.
[[nodiscard]] std::optional<std::uint64_t> units_of_value(const CORBA::Any& value,
                                                          std::uint32_t units_per_one);

}  // namespace orbweaver::device
