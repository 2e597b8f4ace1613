// SPDX-License-Identifier: Apache-2.0
// Makes TypeCodes at run time. CORBA 3.3 Part 1, 8.11.3: Creating TypeCodes.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/typecode/type_description.hpp>

#include <span>
#include <string>
#include <string_view>

namespace orbweaver::typecode {

enum class TypeCodeError {
  bad_name,           // neither an IDL identifier nor empty
  bad_id,             // no format before a colon
  bad_member_name,    // no IDL identifier, or used twice
  bad_member_type,    // cannot be part of a value: null, void, exception
  bad_discriminator,  // no type for the discriminator of a union
  duplicate_label,    // used twice in a union
  bad_label,          // no value of the discriminator
  bad_digits,         // fixed: none, more than 31, or fewer than its scale
  bad_length,         // an array without elements
};
[[nodiscard]] std::string_view describe(TypeCodeError error) noexcept;

using Created = Result<TypeDescription, TypeCodeError>;

struct NewMember {
  std::string name;
  TypeDescription type;
  std::int64_t label = 0;  // union: as bits; value: 1 if it is public
};
struct NewUnion {
  TypeDescription discriminator;
  std::int32_t default_index = -1;
};
struct NewValue {
  std::int16_t modifier = 0;
  TypeDescription base;  // tk_null if there is none
};

/// struct_ or except.
[[nodiscard]] Created create_struct(TypeKind kind, std::string_view id, std::string_view name,
                                    std::span<const NewMember> members);
[[nodiscard]] Created create_union(std::string_view id, std::string_view name,
                                   const NewUnion& choice, std::span<const NewMember> members);
[[nodiscard]] Created create_value(std::string_view id, std::string_view name,
                                   const NewValue& value, std::span<const NewMember> members);
[[nodiscard]] Created create_enum(std::string_view id, std::string_view name,
                                  std::span<const std::string> enumerators);
/// alias or value_box.
[[nodiscard]] Created create_alias(TypeKind kind, std::string_view id, std::string_view name,
                                   const TypeDescription& content);
/// objref, abstract_interface, local_interface or native.
[[nodiscard]] Created create_interface(TypeKind kind, std::string_view id, std::string_view name);
/// string or wstring; 0 is unbounded.
[[nodiscard]] TypeDescription create_string(TypeKind kind, std::uint32_t bound);
/// sequence (0 is unbounded) or array.
[[nodiscard]] Created create_sequence(TypeKind kind, std::uint32_t length,
                                      const TypeDescription& content);
[[nodiscard]] Created create_fixed(std::uint16_t digits, std::int16_t scale);
/// Stands for the struct, union or value with this id, which will enclose it.
[[nodiscard]] Created create_recursive(std::string_view id);

}  // namespace orbweaver::typecode
