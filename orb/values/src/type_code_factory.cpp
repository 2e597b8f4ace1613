// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/type_code_factory.hpp>

#include <orbweaver/typecode/codec.hpp>
#include <orbweaver/typecode/create.hpp>

#include <algorithm>

namespace CORBA {

namespace {

namespace tc = orbweaver::typecode;
using orbweaver::corba::omg_minor;

[[noreturn]] void refuse(std::uint32_t minor, std::string_view why) {
  throw BAD_PARAM(omg_minor(minor), CompletionStatus::COMPLETED_NO, std::string{why});
}

[[noreturn]] void refuse(tc::TypeCodeError error) {
  const auto why = tc::describe(error);
  switch (error) {
    case tc::TypeCodeError::bad_name:
      refuse(15, why);
    case tc::TypeCodeError::bad_id:
      refuse(16, why);
    case tc::TypeCodeError::bad_member_name:
      refuse(17, why);
    case tc::TypeCodeError::duplicate_label:
      refuse(18, why);
    case tc::TypeCodeError::bad_label:
      refuse(19, why);
    case tc::TypeCodeError::bad_discriminator:
      refuse(20, why);
    case tc::TypeCodeError::bad_member_type:
      throw BAD_TYPECODE(omg_minor(2), CompletionStatus::COMPLETED_NO, std::string{why});
    default:
      throw BAD_PARAM(0, CompletionStatus::COMPLETED_NO, std::string{why});
  }
}

typecode_reference type_code_of(tc::Created created) {
  if (!created) refuse(created.error());
  return typecode_reference{*std::move(created)};
}

const tc::TypeDescription& behind(const typecode_reference& type) {
  if (!type)
    throw BAD_TYPECODE(omg_minor(3), CompletionStatus::COMPLETED_NO, "the TypeCode is nil");
  return type->_type();
}

template <class Sequence>
std::vector<tc::NewMember> members_of(const Sequence& members) {
  std::vector<tc::NewMember> new_members;
  for (const auto& member : members) new_members.push_back({member.name(), behind(member.type())});
  return new_members;
}

std::vector<tc::NewMember> members_of(const ValueMemberSeq& members) {
  std::vector<tc::NewMember> new_members;
  for (const auto& member : members)
    new_members.push_back({member.name(), behind(member.type()), member.access()});
  return new_members;
}

std::int64_t bits_of(const Any& label) {
  orbweaver::cdr::Encoder bytes;
  if (!label.has_value()) refuse(19, tc::describe(tc::TypeCodeError::bad_label));
  label._contents()->encode(bytes);
  orbweaver::cdr::Decoder from{bytes.bytes()};
  return tc::decode_label(from, label.type()->_type().node());
}

bool is_default(const Any& label) { return label.type()->kind() == TCKind::tk_octet; }

// The label's bits. The default member has no label: its bits are not used.
std::int64_t label_of(const Any& label, const typecode_reference& discriminator) {
  if (is_default(label)) return 0;
  if (!label.type()->equivalent(discriminator))
    refuse(19, tc::describe(tc::TypeCodeError::bad_label));
  return bits_of(label);
}

}  // namespace

typecode_reference TypeCodeFactory::create_struct_tc(const std::string& id, const std::string& name,
                                                     const StructMemberSeq& members) const {
  return type_code_of(tc::create_struct(tc::TypeKind::struct_, id, name, members_of(members)));
}

typecode_reference TypeCodeFactory::create_exception_tc(const std::string& id,
                                                        const std::string& name,
                                                        const StructMemberSeq& members) const {
  return type_code_of(tc::create_struct(tc::TypeKind::except, id, name, members_of(members)));
}

typecode_reference TypeCodeFactory::create_union_tc(const std::string& id, const std::string& name,
                                                    const typecode_reference& discriminator_type,
                                                    const UnionMemberSeq& members) const {
  tc::NewUnion choice{behind(discriminator_type)};
  auto cases = members_of(members);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Any& label = members[i].label();
    if (is_default(label)) choice.default_index = static_cast<std::int32_t>(i);
    cases[i].label = label_of(label, discriminator_type);
  }
  return type_code_of(tc::create_union(id, name, choice, cases));
}

typecode_reference TypeCodeFactory::create_enum_tc(const std::string& id, const std::string& name,
                                                   const EnumMemberSeq& members) const {
  return type_code_of(tc::create_enum(id, name, members));
}

typecode_reference TypeCodeFactory::create_alias_tc(const std::string& id, const std::string& name,
                                                    const typecode_reference& original_type) const {
  return type_code_of(tc::create_alias(tc::TypeKind::alias, id, name, behind(original_type)));
}

typecode_reference TypeCodeFactory::create_interface_tc(const std::string& id,
                                                        const std::string& name) const {
  return type_code_of(tc::create_interface(tc::TypeKind::objref, id, name));
}

typecode_reference TypeCodeFactory::create_string_tc(std::uint32_t bound) const {
  return typecode_reference{tc::create_string(tc::TypeKind::string, bound)};
}

typecode_reference TypeCodeFactory::create_wstring_tc(std::uint32_t bound) const {
  return typecode_reference{tc::create_string(tc::TypeKind::wstring, bound)};
}

typecode_reference TypeCodeFactory::create_fixed_tc(std::uint16_t digits,
                                                    std::int16_t scale) const {
  return type_code_of(tc::create_fixed(digits, scale));
}

typecode_reference TypeCodeFactory::create_sequence_tc(
    std::uint32_t bound, const typecode_reference& element_type) const {
  return type_code_of(tc::create_sequence(tc::TypeKind::sequence, bound, behind(element_type)));
}

typecode_reference TypeCodeFactory::create_array_tc(std::uint32_t length,
                                                    const typecode_reference& element_type) const {
  return type_code_of(tc::create_sequence(tc::TypeKind::array, length, behind(element_type)));
}

typecode_reference TypeCodeFactory::create_value_tc(const std::string& id, const std::string& name,
                                                    ValueModifier type_modifier,
                                                    const typecode_reference& concrete_base,
                                                    const ValueMemberSeq& members) const {
  const tc::NewValue value{type_modifier,
                           concrete_base ? behind(concrete_base) : tc::TypeDescription{}};
  return type_code_of(tc::create_value(id, name, value, members_of(members)));
}

typecode_reference TypeCodeFactory::create_value_box_tc(
    const std::string& id, const std::string& name, const typecode_reference& boxed_type) const {
  return type_code_of(tc::create_alias(tc::TypeKind::value_box, id, name, behind(boxed_type)));
}

typecode_reference TypeCodeFactory::create_native_tc(const std::string& id,
                                                     const std::string& name) const {
  return type_code_of(tc::create_interface(tc::TypeKind::native, id, name));
}

typecode_reference TypeCodeFactory::create_abstract_interface_tc(const std::string& id,
                                                                 const std::string& name) const {
  return type_code_of(tc::create_interface(tc::TypeKind::abstract_interface, id, name));
}

typecode_reference TypeCodeFactory::create_local_interface_tc(const std::string& id,
                                                              const std::string& name) const {
  return type_code_of(tc::create_interface(tc::TypeKind::local_interface, id, name));
}

typecode_reference TypeCodeFactory::create_recursive_tc(const std::string& id) const {
  return type_code_of(tc::create_recursive(id));
}

}  // namespace CORBA
