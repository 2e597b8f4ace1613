// SPDX-License-Identifier: Apache-2.0
// The operations of the ORB that make TypeCodes. CORBA 3.3 Part 1, 8.11.3.
#pragma once
#include <orbweaver/corba/type_code.hpp>
#include <orbweaver/corba/type_members.hpp>

#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

/// The names of the enumerators, in their order.
using EnumMemberSeq = std::vector<std::string>;

/// Throws, with the standard minor codes, BAD_PARAM for names, ids and labels that cannot be, and
/// BAD_TYPECODE for a member type that cannot be part of a value. Threads: any.
class TypeCodeFactory {
 public:
  /// A struct. Each member has a name that no other has. Of all of them `type_def` is not looked
  /// at.
  [[nodiscard]] typecode_reference create_struct_tc(const std::string& id, const std::string& name,
                                                    const StructMemberSeq& members) const;
  /// An exception, with members as a struct has them; none is possible.
  [[nodiscard]] typecode_reference create_exception_tc(const std::string& id,
                                                       const std::string& name,
                                                       const StructMemberSeq& members) const;
  /// The default member's label is an octet of 0.
  [[nodiscard]] typecode_reference create_union_tc(const std::string& id, const std::string& name,
                                                   const typecode_reference& discriminator_type,
                                                   const UnionMemberSeq& members) const;
  /// An enumeration: its enumerators count from 0 in this order.
  [[nodiscard]] typecode_reference create_enum_tc(const std::string& id, const std::string& name,
                                                  const EnumMemberSeq& members) const;
  /// Another name for a type, as `typedef` makes it.
  [[nodiscard]] typecode_reference create_alias_tc(const std::string& id, const std::string& name,
                                                   const typecode_reference& original_type) const;
  /// An interface, of kind tk_objref.
  [[nodiscard]] typecode_reference create_interface_tc(const std::string& id,
                                                       const std::string& name) const;
  /// A string of characters, or of wide ones. Both: `bound` 0 is no bound.
  [[nodiscard]] typecode_reference create_string_tc(std::uint32_t bound) const;
  [[nodiscard]] typecode_reference create_wstring_tc(std::uint32_t bound) const;
  /// `fixed<digits, scale>`, of 1 to 31 digits.
  [[nodiscard]] typecode_reference create_fixed_tc(std::uint16_t digits, std::int16_t scale) const;
  /// `bound` 0 is no bound.
  [[nodiscard]] typecode_reference create_sequence_tc(std::uint32_t bound,
                                                      const typecode_reference& element_type) const;
  /// One dimension: an array of arrays has several.
  [[nodiscard]] typecode_reference create_array_tc(std::uint32_t length,
                                                   const typecode_reference& element_type) const;
  /// `concrete_base` may be nil.
  [[nodiscard]] typecode_reference create_value_tc(const std::string& id, const std::string& name,
                                                   ValueModifier type_modifier,
                                                   const typecode_reference& concrete_base,
                                                   const ValueMemberSeq& members) const;
  /// A value that holds one of `boxed_type`, or is null.
  [[nodiscard]] typecode_reference create_value_box_tc(const std::string& id,
                                                       const std::string& name,
                                                       const typecode_reference& boxed_type) const;
  /// Types of IDL that cannot be sent: `native`. Only to describe them.
  [[nodiscard]] typecode_reference create_native_tc(const std::string& id,
                                                    const std::string& name) const;
  /// An `abstract` interface: what is sent is an object or a value.
  [[nodiscard]] typecode_reference create_abstract_interface_tc(const std::string& id,
                                                                const std::string& name) const;
  /// A `local` interface: its objects cannot be sent.
  [[nodiscard]] typecode_reference create_local_interface_tc(const std::string& id,
                                                             const std::string& name) const;
  /// Stands for the enclosing type with this id while its members are made. It is complete once
  /// that type is made; see TypeCode.
  [[nodiscard]] typecode_reference create_recursive_tc(const std::string& id) const;
};

}  // namespace CORBA
// NOLINTEND(readability-identifier-naming)
