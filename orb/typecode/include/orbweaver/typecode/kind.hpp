// The kinds of types. CORBA 3.3 Part 1, 8.11: TypeCodes; without those of components.
#pragma once
#include <cstdint>

namespace orbweaver::typecode {

/// As they travel.
enum class Kind : std::uint32_t {
  null = 0,
  void_ = 1,
  short_ = 2,
  long_ = 3,
  ushort = 4,
  ulong = 5,
  float_ = 6,
  double_ = 7,
  boolean = 8,
  char_ = 9,
  octet = 10,
  any = 11,
  type_code = 12,
  principal = 13,
  objref = 14,
  struct_ = 15,
  union_ = 16,
  enum_ = 17,
  string = 18,
  sequence = 19,
  array = 20,
  alias = 21,
  except = 22,
  longlong = 23,
  ulonglong = 24,
  longdouble = 25,
  wchar = 26,
  wstring = 27,
  fixed = 28,
  value = 29,
  value_box = 30,
  native = 31,
  abstract_interface = 32,
  local_interface = 33,
  /// Never travels: stands for an enclosing type until that is made (create_recursive).
  recursive = 0xfffffffe,
};

/// What a TypeCode of this kind holds besides its kind.
[[nodiscard]] bool has_id(Kind kind) noexcept;
[[nodiscard]] bool has_members(Kind kind) noexcept;
/// sequence, array, alias, value_box.
[[nodiscard]] bool has_content(Kind kind) noexcept;
/// string, wstring, sequence, array.
[[nodiscard]] bool has_length(Kind kind) noexcept;
/// Whether its parameters travel in an encapsulation, so that it may be referred to again.
[[nodiscard]] bool is_complex(Kind kind) noexcept;
/// One of the kinds of CORBA 3.3 that this room knows.
[[nodiscard]] bool is_known(std::uint32_t kind) noexcept;

}  // namespace orbweaver::typecode
