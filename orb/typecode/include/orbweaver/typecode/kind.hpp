// SPDX-License-Identifier: Apache-2.0
// The kinds of types. CORBA 3.3 Part 1, 8.11: TypeCodes; without those of components.
#pragma once
#include <cstdint>

namespace orbweaver::typecode {

/// The values are those in messages.
enum class TypeKind : std::uint32_t {
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
  /// Never sent: stands for an enclosing type until that type is made (create_recursive).
  recursive = 0xfffffffe,
};

/// What a TypeCode of this kind has besides the kind: a repository id and a name; members.
[[nodiscard]] bool has_id(TypeKind kind) noexcept;
[[nodiscard]] bool has_members(TypeKind kind) noexcept;
/// sequence, array, alias, value_box.
[[nodiscard]] bool has_content(TypeKind kind) noexcept;
/// string, wstring, sequence, array.
[[nodiscard]] bool has_length(TypeKind kind) noexcept;
/// Whether the parameters of this kind are sent in an encapsulation, so that an indirection may
/// refer to it.
[[nodiscard]] bool is_complex(TypeKind kind) noexcept;
/// Whether it is a kind of CORBA 3.3 that this room supports.
[[nodiscard]] bool is_known(std::uint32_t kind) noexcept;

}  // namespace orbweaver::typecode
