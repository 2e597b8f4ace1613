// SPDX-License-Identifier: Apache-2.0
// For generated code: the names of module CORBA that `#include <orb.idl>` brings into IDL.
// CORBA 3.3 Part 1, 8.2 (sequences) and 14 (identifiers).
#pragma once
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/type_members.hpp>

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming,bugprone-macro-parentheses): names as the OMG spells them

// An alias and its TypeCode, which is constant data.
#define ORBWEAVER_ALIAS(NAME, TYPE, CONTENT)                      \
  using NAME = TYPE;                                              \
  inline constexpr orbweaver::corba::TypeCodeConstant _tc_##NAME{ \
      {.kind = orbweaver::typecode::TypeKind::alias,              \
       .id = "IDL:omg.org/CORBA/" #NAME ":1.0",                   \
       .name = #NAME,                                             \
       .content = &(CONTENT)}};
#define ORBWEAVER_STRUCT(NAME, MEMBERS)                           \
  inline constexpr orbweaver::corba::TypeCodeConstant _tc_##NAME{ \
      {.kind = orbweaver::typecode::TypeKind::struct_,            \
       .id = "IDL:omg.org/CORBA/" #NAME ":1.0",                   \
       .name = #NAME,                                             \
       .first_member = (MEMBERS),                                 \
       .member_count = std::size(MEMBERS)}};
#define ORBWEAVER_SEQUENCE(NAME, TYPE, ELEMENT)                                \
  namespace detail {                                                           \
  inline constexpr orbweaver::typecode::TypeNode sequence_of_##NAME{           \
      .kind = orbweaver::typecode::TypeKind::sequence, .content = &(ELEMENT)}; \
  }                                                                            \
  ORBWEAVER_ALIAS(NAME, std::vector<TYPE>, detail::sequence_of_##NAME)

namespace orbweaver::corba::detail {
inline constexpr typecode::Member kKinds[] = {
    {"tk_null"},           {"tk_void"},       {"tk_short"},
    {"tk_long"},           {"tk_ushort"},     {"tk_ulong"},
    {"tk_float"},          {"tk_double"},     {"tk_boolean"},
    {"tk_char"},           {"tk_octet"},      {"tk_any"},
    {"tk_TypeCode"},       {"tk_Principal"},  {"tk_objref"},
    {"tk_struct"},         {"tk_union"},      {"tk_enum"},
    {"tk_string"},         {"tk_sequence"},   {"tk_array"},
    {"tk_alias"},          {"tk_except"},     {"tk_longlong"},
    {"tk_ulonglong"},      {"tk_longdouble"}, {"tk_wchar"},
    {"tk_wstring"},        {"tk_fixed"},      {"tk_value"},
    {"tk_value_box"},      {"tk_native"},     {"tk_abstract_interface"},
    {"tk_local_interface"}};

inline constexpr typecode::TypeNode kIdlType{
    .kind = typecode::TypeKind::objref, .id = "IDL:omg.org/CORBA/IDLType:1.0", .name = "IDLType"};
}  // namespace orbweaver::corba::detail

namespace CORBA {

ORBWEAVER_ALIAS(Identifier, std::string, _tc_string.node)
ORBWEAVER_ALIAS(RepositoryId, std::string, _tc_string.node)
ORBWEAVER_ALIAS(VersionSpec, std::string, _tc_string.node)
ORBWEAVER_ALIAS(Visibility, std::int16_t, _tc_short.node)

ORBWEAVER_SEQUENCE(EnumMemberSeq, std::string, _tc_Identifier.node)
ORBWEAVER_SEQUENCE(AnySeq, Any, _tc_any.node)
ORBWEAVER_SEQUENCE(BooleanSeq, bool, _tc_boolean.node)
ORBWEAVER_SEQUENCE(CharSeq, char, _tc_char.node)
ORBWEAVER_SEQUENCE(WCharSeq, wchar_t, _tc_wchar.node)
ORBWEAVER_SEQUENCE(OctetSeq, std::uint8_t, _tc_octet.node)
ORBWEAVER_SEQUENCE(ShortSeq, std::int16_t, _tc_short.node)
ORBWEAVER_SEQUENCE(UShortSeq, std::uint16_t, _tc_ushort.node)
ORBWEAVER_SEQUENCE(LongSeq, std::int32_t, _tc_long.node)
ORBWEAVER_SEQUENCE(ULongSeq, std::uint32_t, _tc_ulong.node)
ORBWEAVER_SEQUENCE(LongLongSeq, std::int64_t, _tc_longlong.node)
ORBWEAVER_SEQUENCE(ULongLongSeq, std::uint64_t, _tc_ulonglong.node)
ORBWEAVER_SEQUENCE(FloatSeq, float, _tc_float.node)
ORBWEAVER_SEQUENCE(DoubleSeq, double, _tc_double.node)
ORBWEAVER_SEQUENCE(LongDoubleSeq, long double, _tc_longdouble.node)
ORBWEAVER_SEQUENCE(StringSeq, std::string, _tc_string.node)
ORBWEAVER_SEQUENCE(WStringSeq, std::wstring, _tc_wstring.node)

inline constexpr orbweaver::corba::TypeCodeConstant _tc_TCKind{
    {.kind = orbweaver::typecode::TypeKind::enum_,
     .id = "IDL:omg.org/CORBA/TCKind:1.0",
     .name = "TCKind",
     .first_member = orbweaver::corba::detail::kKinds,
     .member_count = std::size(orbweaver::corba::detail::kKinds)}};

}  // namespace CORBA

namespace orbweaver::corba::detail {
inline constexpr typecode::Member kStructMember[] = {{"name", &CORBA::_tc_Identifier.node},
                                                     {"type", &CORBA::_tc_TypeCode.node},
                                                     {"type_def", &kIdlType}};
inline constexpr typecode::Member kUnionMember[] = {{"name", &CORBA::_tc_Identifier.node},
                                                    {"label", &CORBA::_tc_any.node},
                                                    {"type", &CORBA::_tc_TypeCode.node},
                                                    {"type_def", &kIdlType}};
inline constexpr typecode::Member kValueMember[] = {
    {"name", &CORBA::_tc_Identifier.node},         {"id", &CORBA::_tc_RepositoryId.node},
    {"defined_in", &CORBA::_tc_RepositoryId.node}, {"version", &CORBA::_tc_VersionSpec.node},
    {"type", &CORBA::_tc_TypeCode.node},           {"type_def", &kIdlType},
    {"access", &CORBA::_tc_Visibility.node}};
}  // namespace orbweaver::corba::detail

namespace CORBA {

ORBWEAVER_STRUCT(StructMember, orbweaver::corba::detail::kStructMember)
ORBWEAVER_STRUCT(UnionMember, orbweaver::corba::detail::kUnionMember)
ORBWEAVER_STRUCT(ValueMember, orbweaver::corba::detail::kValueMember)
ORBWEAVER_SEQUENCE(StructMemberSeq, StructMember, _tc_StructMember.node)
ORBWEAVER_SEQUENCE(UnionMemberSeq, UnionMember, _tc_UnionMember.node)
ORBWEAVER_SEQUENCE(ValueMemberSeq, ValueMember, _tc_ValueMember.node)

}  // namespace CORBA

template <>
struct orbweaver::corba::TypeCodeOf<CORBA::TCKind> {
  static constexpr const typecode::TypeNode& node = CORBA::_tc_TCKind.node;
};
template <>
struct orbweaver::corba::TypeCodeOf<CORBA::StructMember> {
  static constexpr const typecode::TypeNode& node = CORBA::_tc_StructMember.node;
};
template <>
struct orbweaver::corba::TypeCodeOf<CORBA::UnionMember> {
  static constexpr const typecode::TypeNode& node = CORBA::_tc_UnionMember.node;
};
template <>
struct orbweaver::corba::TypeCodeOf<CORBA::ValueMember> {
  static constexpr const typecode::TypeNode& node = CORBA::_tc_ValueMember.node;
};

template <>
struct orbweaver::cdr::Codec<CORBA::TCKind> {
  static constexpr std::size_t kLeastSize = 4;
  static void encode(Encoder& encoder, const CORBA::TCKind& value) {
    encoder.put(static_cast<std::uint32_t>(value));
  }
  static void decode(Decoder& decoder, CORBA::TCKind& value) {
    const auto number = decoder.get<std::uint32_t>();
    if (number >= std::size(corba::detail::kKinds))
      return decoder.fail(DecodeError::bad_enumerator);
    value = static_cast<CORBA::TCKind>(number);
  }
};

#undef ORBWEAVER_SEQUENCE
#undef ORBWEAVER_STRUCT
#undef ORBWEAVER_ALIAS
// NOLINTEND(readability-identifier-naming,bugprone-macro-parentheses)
