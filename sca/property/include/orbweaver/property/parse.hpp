// SPDX-License-Identifier: Apache-2.0
// Reads the text of a profile as a value. Errors say exactly what does not fit.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/property/value.hpp>

#include <string>
#include <string_view>

namespace orbweaver::property {

/// Why a text is not a value of a property.
struct Misfit {
  /// The reason why it does not fit.
  enum class Cause {
    not_of_type,     // "fast" for a long, 70000 for a short
    out_of_range,    // outside the property's <range>
    not_enumerated,  // none of the property's <enumerations>
  };
  Cause cause = Cause::not_of_type;  // one of those above
  std::string text;                  // one clause: "70000 does not fit short (-32768 to 32767)"
  friend bool operator==(const Misfit&, const Misfit&) = default;
};

/// Reads a value of a simple type.
///
/// Integers are decimal, or hexadecimal after 0x; a leading zero changes nothing ("010" is ten,
/// where C's strtol gives eight). Booleans are true, false, 1 and 0, in any case. White space
/// around anything but string and char is left out. A char is one character of Latin-1. A real
/// number with a fraction is no integer. Floating-point values may be inf and nan.
/// Fails: `not_of_type`.
[[nodiscard]] Result<Scalar, Misfit> parse_scalar(Type type, std::string_view text);

/// Reads a complex value in REDHAWK's notation: "1.5+j2", "1.5-j2", or one part alone: "1.5",
/// "-j2". Fails: `not_of_type`, also if `type` has no complex form (string, objref, utctime).
[[nodiscard]] Result<Complex, Misfit> parse_complex(Type type, std::string_view text);

/// Returns the smallest and largest value of an integer type, for messages: "-32768 to 32767".
[[nodiscard]] std::string limits_of(Type type);

/// Whether the text is blank, and the type has no blank value: tools write an empty text where
/// there is no value.
[[nodiscard]] bool gives_no_value(Type type, std::string_view text);

/// Whether other frameworks read the text as octal: "010" is 8 for C's strtol with base 0.
[[nodiscard]] bool reads_as_octal_elsewhere(Type type, std::string_view text);

}  // namespace orbweaver::property
