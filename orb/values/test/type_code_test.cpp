// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/type_code_factory.hpp>

#include <gtest/gtest.h>

namespace {

namespace cdr = orbweaver::cdr;
using CORBA::Any;
using CORBA::TCKind;
using CORBA::TypeCode;

const CORBA::TypeCodeFactory factory;

Any label(std::int32_t value) {
  Any any;
  any <<= value;
  return any;
}

Any default_label() {
  Any any;
  any <<= std::uint8_t{0};
  return any;
}

CORBA::typecode_reference choice() {
  return factory.create_union_tc(
      "IDL:U:1.0", "U", CORBA::_tc_long,
      {{"a", label(-5), CORBA::_tc_short}, {"b", default_label(), CORBA::_tc_string}});
}

template <class Exception, class Call>
std::uint32_t minor_of(Call call) {
  try {
    call();
  } catch (const Exception& exception) {
    return exception.minor();
  }
  ADD_FAILURE() << "nothing was thrown";
  return 0;
}

TEST(TypeCode, of_a_basic_type_is_a_constant) {
  EXPECT_EQ(CORBA::_tc_long->kind(), TCKind::tk_long);
  EXPECT_EQ(CORBA::_tc_Object->kind(), TCKind::tk_objref);
  EXPECT_EQ(CORBA::_tc_Object->id(), "IDL:omg.org/CORBA/Object:1.0");
  EXPECT_EQ(static_cast<std::uint32_t>(TCKind::tk_local_interface), 33U);
}

TEST(TypeCode, tells_its_parts) {
  const auto type = choice();
  EXPECT_EQ(type->id(), "IDL:U:1.0");
  EXPECT_EQ(type->name(), "U");
  EXPECT_EQ(type->member_count(), 2U);
  EXPECT_EQ(type->member_name(1), "b");
  EXPECT_EQ(type->member_type(1)->kind(), TCKind::tk_string);
  EXPECT_EQ(type->default_index(), 1);
  EXPECT_EQ(type->discriminator_type()->kind(), TCKind::tk_long);
  std::int32_t first = 0;
  ASSERT_TRUE(type->member_label(0) >>= first);
  EXPECT_EQ(first, -5);
  EXPECT_EQ(type->member_label(1).type()->kind(), TCKind::tk_octet);
}

TEST(TypeCode, tells_the_parts_of_values_and_fixed) {
  const auto base = factory.create_value_tc("IDL:B:1.0", "B", CORBA::VM_NONE, nullptr, {});
  const auto type = factory.create_value_tc("IDL:V:1.0", "V", CORBA::VM_TRUNCATABLE, base,
                                            {{"x", CORBA::_tc_long, CORBA::PUBLIC_MEMBER}});
  EXPECT_EQ(type->type_modifier(), CORBA::VM_TRUNCATABLE);
  EXPECT_TRUE(type->concrete_base_type()->equal(base));
  EXPECT_TRUE(base->concrete_base_type() == nullptr);
  EXPECT_EQ(type->member_visibility(0), CORBA::PUBLIC_MEMBER);
  EXPECT_EQ(factory.create_fixed_tc(5, 2)->fixed_digits(), 5);
  EXPECT_EQ(factory.create_fixed_tc(5, 2)->fixed_scale(), 2);
}

TEST(TypeCode, refuses_what_its_kind_does_not_have) {
  const CORBA::typecode_reference type = CORBA::_tc_long;
  EXPECT_THROW(static_cast<void>(type->id()), TypeCode::BadKind);
  EXPECT_THROW(static_cast<void>(type->member_count()), TypeCode::BadKind);
  EXPECT_THROW(static_cast<void>(type->content_type()), TypeCode::BadKind);
  EXPECT_THROW(static_cast<void>(type->length()), TypeCode::BadKind);
  EXPECT_THROW(static_cast<void>(type->fixed_digits()), TypeCode::BadKind);
  EXPECT_THROW(static_cast<void>(type->member_label(0)), TypeCode::BadKind);
  EXPECT_THROW(static_cast<void>(choice()->member_visibility(0)), TypeCode::BadKind);
  const auto colours = factory.create_enum_tc("IDL:E:1.0", "E", {"red"});
  EXPECT_THROW(static_cast<void>(colours->member_type(0)), TypeCode::BadKind);
}

TEST(TypeCode, refuses_an_index_beyond_the_last_member) {
  EXPECT_THROW(static_cast<void>(choice()->member_name(2)), TypeCode::Bounds);
  EXPECT_THROW(static_cast<void>(choice()->member_label(2)), TypeCode::Bounds);
}

TEST(TypeCode, compares_by_parts_and_by_equivalence) {
  const auto alias = factory.create_alias_tc("IDL:A:1.0", "A", choice());
  EXPECT_TRUE(choice()->equal(choice()));
  EXPECT_FALSE(alias->equal(choice()));
  EXPECT_TRUE(alias->equivalent(choice()));
  EXPECT_EQ(choice()->get_compact_typecode()->name(), "");
  EXPECT_EQ(choice(), choice());
}

TEST(TypeCode, that_waits_for_its_whole_does_not_travel) {
  const auto waiting = factory.create_recursive_tc("IDL:S:1.0");
  cdr::Encoder out;
  EXPECT_EQ(minor_of<CORBA::BAD_TYPECODE>([&] { cdr::encode(out, waiting); }), 0x4f4d0001U);
  const auto whole = factory.create_struct_tc("IDL:S:1.0", "S",
                                              {{"below", factory.create_sequence_tc(0, waiting)}});
  cdr::encode(out, whole);
  cdr::Decoder in{out.bytes()};
  EXPECT_TRUE(cdr::decode<CORBA::typecode_reference>(in)->equal(whole));
}

TEST(TypeCode, that_is_nil_does_not_travel) {
  cdr::Encoder out;
  EXPECT_THROW(cdr::encode(out, CORBA::typecode_reference{}), CORBA::BAD_TYPECODE);
}

TEST(TypeCodeFactory, refuses_with_the_standard_minor_codes) {
  using CORBA::BAD_PARAM;
  const auto structure = [](const char* id, const char* name, CORBA::StructMemberSeq members) {
    return [=] { static_cast<void>(factory.create_struct_tc(id, name, members)); };
  };
  EXPECT_EQ(minor_of<BAD_PARAM>(structure("IDL:S:1.0", "1S", {})), 0x4f4d000fU);
  EXPECT_EQ(minor_of<BAD_PARAM>(structure("S", "S", {})), 0x4f4d0010U);
  EXPECT_EQ(minor_of<BAD_PARAM>(structure("IDL:S:1.0", "S", {{"a b", CORBA::_tc_long}})),
            0x4f4d0011U);
  EXPECT_EQ(minor_of<CORBA::BAD_TYPECODE>(structure("IDL:S:1.0", "S", {{"a", CORBA::_tc_void}})),
            0x4f4d0002U);
  const auto chosen = [](const CORBA::typecode_reference& by, CORBA::UnionMemberSeq members) {
    return [=] { static_cast<void>(factory.create_union_tc("IDL:U:1.0", "U", by, members)); };
  };
  const CORBA::UnionMember one{"a", label(1), CORBA::_tc_long}, two{"b", label(1), CORBA::_tc_long};
  EXPECT_EQ(minor_of<BAD_PARAM>(chosen(CORBA::_tc_long, {one, two})), 0x4f4d0012U);
  EXPECT_EQ(minor_of<BAD_PARAM>(chosen(CORBA::_tc_short, {one})), 0x4f4d0013U);
  EXPECT_EQ(minor_of<BAD_PARAM>(chosen(CORBA::_tc_string, {})), 0x4f4d0014U);
}

}  // namespace
