// SPDX-License-Identifier: Apache-2.0
// Values of properties, as C++ values, without CORBA; sca/resource makes Anys of them.
#pragma once
#include <orbweaver/property/type.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace orbweaver::property {

/// A stringified object reference; empty is the nil reference.
struct ObjectReference {
  std::string text;  ///< a reference such as "IOR:..."; it is not checked
  friend bool operator==(const ObjectReference&, const ObjectReference&) = default;
};

/// REDHAWK's utctime. `now` stands for the time at which the value is used; then the rest is zero.
struct UtcTime {
  std::int64_t seconds = 0;  ///< since 1970-01-01 00:00:00 UTC
  double fraction = 0;       ///< part of a second, from 0 to less than 1
  bool now = false;          ///< the moment of use; seconds and fraction are 0
  friend bool operator==(const UtcTime&, const UtcTime&) = default;
};

/// The value of a simple property. The alternative says the type (`type_of`).
using Scalar = std::variant<bool, char, double, float, std::int16_t, std::int32_t, std::int64_t,
                            ObjectReference, std::uint8_t, std::string, std::uint32_t,
                            std::uint64_t, std::uint16_t, UtcTime>;

/// REDHAWK's complex simple: both parts are of one type.
struct Complex {
  Scalar real;       ///< numbers alone: neither texts, references nor times
  Scalar imaginary;  ///< the same alternative as `real`
  friend bool operator==(const Complex&, const Complex&) = default;
};

/// The value of a simplesequence: every item is of `type`, and `Complex` if `complex`.
struct Sequence;
struct Field;

/// The value of a struct: its members in the order of the definition.
struct Struct {
  std::vector<Field> fields;  ///< ids are unique
};

/// The value of a simplesequence.
struct Sequence {
  Type type = Type::string;                          ///< type of the items, also if there are none
  bool complex = false;                              ///< each item is a Complex; else a Scalar
  std::vector<std::variant<Scalar, Complex>> items;  ///< in their order; may be empty
  friend bool operator==(const Sequence&, const Sequence&) = default;
};

/// The value of a structsequence.
struct StructSequence {
  std::vector<Struct> items;  ///< in their order; may be empty
};

/// The value of a property of any form.
using Value = std::variant<Scalar, Complex, Sequence, Struct, StructSequence>;

/// A property, or a member of a struct, and its value.
struct Field {
  std::string id;  ///< id of the property or member
  Value value;     ///< any form; within a struct no struct
};

bool operator==(const Field& a, const Field& b);
bool operator==(const Struct& a, const Struct& b);
bool operator==(const StructSequence& a, const StructSequence& b);

/// The type of a scalar: the alternatives stand in the order of `Type`.
[[nodiscard]] Type type_of(const Scalar& value);

/// The value as a profile would write it; parsing the text gives the value again. Floating-point
/// numbers have the fewest digits that do.
[[nodiscard]] std::string to_text(const Scalar& value);
/// The text in the form of REDHAWK: "1.5+j2".
[[nodiscard]] std::string to_text(const Complex& value);

/// Readable, as for logs: sequences as [1, 2], structs as {id: 1}.
[[nodiscard]] std::string to_text(const Value& value);

}  // namespace orbweaver::property
