// The simple types of SCA properties (SCA 2.2.2 Appendix D.4), with those that REDHAWK adds:
// longlong, ulonglong and utctime.
#pragma once
#include <optional>
#include <string_view>

namespace orbweaver::property {

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

/// All names, for messages: "boolean, char, ...".
[[nodiscard]] std::string_view all_type_names();

/// Whether values have an order, so that a range makes sense.
[[nodiscard]] bool is_number(Type type);
[[nodiscard]] bool is_integer(Type type);

}  // namespace orbweaver::property
