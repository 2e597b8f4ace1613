// SPDX-License-Identifier: Apache-2.0
// The simple types of SCA properties (SCA 2.2.2 Appendix D.4), with those that REDHAWK adds:
// longlong, ulonglong and utctime.
#pragma once
#include <optional>
#include <string_view>

namespace orbweaver::property {

/// All types, named as profiles name them, with `_` behind words of C++. A `char_` is one octet, a
/// `long_` has 32 bits, a `longlong` 64; an `objref` is a reference as text.
enum class Type {
  boolean,
  char_,
  double_,
  float_,
  short_,
  long_,
  longlong,
  objref,
  octet,
  string,
  ulong,
  ulonglong,
  ushort,
  utctime,
};

/// The name that profiles use: "boolean", "char", ...
[[nodiscard]] std::string_view name_of(Type type);

/// The type of this name; none if no property has such a type.
[[nodiscard]] std::optional<Type> type_named(std::string_view name);

/// The names of all types, for messages: "boolean, char, ...".
[[nodiscard]] std::string_view all_type_names();

/// Whether values have an order, so that a range makes sense.
[[nodiscard]] bool is_number(Type type);
/// Whether its values are whole numbers: those with `short`, `long` or `octet` in their names.
[[nodiscard]] bool is_integer(Type type);

}  // namespace orbweaver::property
