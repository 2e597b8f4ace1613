// SPDX-License-Identifier: Apache-2.0
// Values of properties as text and as amounts.
#pragma once
#include <orbweaver/generated/sca/CF/Types.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace orbweaver::device {

/// The value as a program's argument has it: a string as it is, a number in decimal, a boolean as
/// true or false. Nothing for a value of another type, and for text with a NUL in it.
[[nodiscard]] std::optional<std::string> text_of_value(const CORBA::Any& value);

/// A string, which is what SCA 2.2.2 takes for a parameter of a program (3.1.3.3.3.5.2). Nothing
/// for a value of another type, and for a string with a NUL in it.
[[nodiscard]] std::optional<std::string> string_of_value(const CORBA::Any& value);

/// A number of any type, times `units_per_one`; a part of a unit counts as a
/// whole. Nothing for what is of no type of number, is less than 0, or is too large.
[[nodiscard]] std::optional<std::uint64_t> units_of_value(const CORBA::Any& value,
                                                          std::uint32_t units_per_one);

}  // namespace orbweaver::device
