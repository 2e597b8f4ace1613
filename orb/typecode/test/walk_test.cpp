// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/codec.hpp>
#include <orbweaver/typecode/create.hpp>
#include <orbweaver/typecode/walk.hpp>

#include <hex.hpp>

#include <gtest/gtest.h>

namespace orbweaver::typecode {
namespace {

using cdr::ByteOrder;
using cdr::DecodeError;
using cdr::Decoder;
using cdr::Encoder;

template <TypeKind kKind>
TypeDescription of() {
  return TypeDescription{basic<kKind>()};
}

// The value of `hex`, big endian from an aligned position, written little endian one octet later;
// and back again, which must give the same bytes.
std::string turned(const TypeDescription& type, std::string_view hex) {
  const auto bytes = from_hex(hex);
  Decoder in{bytes, ByteOrder::big};
  Encoder out{ByteOrder::little};
  out.put_octet(0xee);
  copy(in, out, type.node());
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.remaining(), 0U);
  Decoder again{out.bytes(), ByteOrder::little};
  static_cast<void>(again.get_octet());
  Encoder back{ByteOrder::big};
  copy(again, back, type.node());
  EXPECT_EQ(to_hex(back.bytes()), normal_hex(hex));
  return to_hex(out.bytes().subspan(1));
}

std::optional<DecodeError> error_of(const TypeDescription& type, std::string_view hex) {
  const auto bytes = from_hex(hex);
  Decoder in{bytes, ByteOrder::big};
  skip(in, type.node());
  return in.error();
}

TEST(Walk, turns_numbers_and_aligns_them_anew) {
  EXPECT_EQ(turned(of<TypeKind::short_>(), "0102"), normal_hex("00 0201"));
  EXPECT_EQ(turned(of<TypeKind::float_>(), "01020304"), normal_hex("000000 04030201"));
  EXPECT_EQ(turned(of<TypeKind::double_>(), "0102030405060708"),
            normal_hex("00000000000000 0807060504030201"));
  EXPECT_EQ(turned(of<TypeKind::longdouble>(), "000102030405060708090a0b0c0d0e0f"),
            normal_hex("00000000000000 0f0e0d0c0b0a09080706050403020100"));
}

TEST(Walk, leaves_octets_as_they_are) {
  EXPECT_EQ(turned(of<TypeKind::wchar>(), "02 0041"), normal_hex("02 0041"));
  EXPECT_EQ(turned(of<TypeKind::wstring>(), "00000002 0041"), normal_hex("000000 02000000 0041"));
  EXPECT_EQ(turned(create_fixed(5, 2).value(), "12345c"), normal_hex("12345c"));
  EXPECT_EQ(turned(of<TypeKind::principal>(), "00000002 0102"), normal_hex("000000 02000000 0102"));
}

TEST(Walk, turns_sequences_and_arrays) {
  const auto shorts = create_sequence(TypeKind::sequence, 0, of<TypeKind::short_>()).value();
  EXPECT_EQ(turned(shorts, "00000002 0102 0304"), normal_hex("000000 02000000 0201 0403"));
  const auto strings = create_sequence(TypeKind::array, 2, of<TypeKind::string>()).value();
  EXPECT_EQ(turned(strings, "00000002 6100 0000 00000001 00"),
            normal_hex("000000 02000000 6100 0000 01000000 00"));
}

TEST(Walk, turns_references) {
  const auto reference = create_interface(TypeKind::objref, "IDL:I:1.0", "I").value();
  EXPECT_EQ(turned(reference, "00000001 00000000 00000001 00000009 00000002 0001"),
            normal_hex("000000 01000000 00000000 01000000 09000000 02000000 0001"));
}

TEST(Walk, turns_an_any_and_the_type_in_it) {
  EXPECT_EQ(turned(of<TypeKind::any>(), "00000002 0102"), normal_hex("000000 02000000 0201"));
  EXPECT_EQ(turned(of<TypeKind::type_code>(), "00000012 00000007"),
            normal_hex("000000 12000000 07000000"));
}

TEST(Walk, turns_exceptions_behind_their_repository_id) {
  const std::vector<NewMember> members{{"why", of<TypeKind::short_>()}};
  const auto type = create_struct(TypeKind::except, "X:1", "X", members).value();
  EXPECT_EQ(turned(type, "00000004 583a3100 0102"), normal_hex("000000 04000000 583a3100 0201"));
}

TEST(Walk, takes_exceptions_without_their_repository_id_too) {
  const std::vector<NewMember> members{{"why", of<TypeKind::string>()}};
  const auto type = create_struct(TypeKind::except, "X:1", "X", members).value();
  EXPECT_EQ(turned(type, "00000002 6100"), normal_hex("000000 02000000 6100"));
}

TEST(Walk, refuses_more_elements_than_the_limit_in_words_of_their_own) {
  const auto type = create_sequence(TypeKind::sequence, 0, of<TypeKind::octet>()).value();
  const auto bytes = from_hex("00000003 010203");
  Decoder in{bytes, ByteOrder::big};
  in.set_limits({.length = 2});
  skip(in, type.node());
  EXPECT_EQ(in.error(), DecodeError::too_long);
}

TEST(Walk, finds_each_of_many_labels_and_the_default_for_the_rest) {
  std::vector<NewMember> cases;
  for (int i = 0; i < 40; ++i)
    cases.push_back({"m" + std::to_string(i), of<TypeKind::octet>(), 1000 - 10 * i});
  cases[7].type = of<TypeKind::short_>();
  const auto with = [&](int default_index) {
    return create_union("IDL:U:1.0", "U", {of<TypeKind::long_>(), default_index}, cases).value();
  };
  EXPECT_EQ(turned(with(-1), "000003a2 0102"), normal_hex("000000 a2030000 0201"));
  EXPECT_EQ(turned(with(-1), "000003e8 07"), normal_hex("000000 e8030000 07"));
  EXPECT_EQ(turned(with(-1), "000003e7"), normal_hex("000000 e7030000"));
  EXPECT_EQ(turned(with(7), "000003a2 0102"), normal_hex("000000 a2030000 0201"));
  EXPECT_EQ(turned(with(7), "000003e8 07"), normal_hex("000000 e8030000 07"));
}

TypeDescription choice() {
  const std::vector<NewMember> cases{{"a", of<TypeKind::short_>(), -1},
                                     {"b", of<TypeKind::octet>(), 2},
                                     {"c", of<TypeKind::string>(), 0}};
  return create_union("IDL:U:1.0", "U", {of<TypeKind::long_>(), 2}, cases).value();
}

TEST(Walk, follows_the_discriminator_of_a_union) {
  EXPECT_EQ(turned(choice(), "ffffffff 0102"), normal_hex("000000 ffffffff 0201"));
  EXPECT_EQ(turned(choice(), "00000002 07"), normal_hex("000000 02000000 07"));
  EXPECT_EQ(turned(choice(), "00000009 00000001 00"), normal_hex("000000 09000000 01000000 00"));
}

TEST(Walk, lets_a_union_without_default_hold_nothing) {
  const std::vector<NewMember> cases{{"a", of<TypeKind::short_>(), 1}};
  const auto type = create_union("IDL:U:1.0", "U", {of<TypeKind::wchar>(), -1}, cases).value();
  EXPECT_EQ(turned(type, "02 0001 00 0102"), normal_hex("02 0001 0201"));
  EXPECT_EQ(turned(type, "02 0002"), normal_hex("02 0002"));
}

TEST(HostileValue, that_breaks_its_type_is_refused) {
  EXPECT_EQ(error_of(of<TypeKind::boolean>(), "02"), DecodeError::bad_boolean);
  EXPECT_EQ(error_of(of<TypeKind::string>(), "00000001 61"), DecodeError::bad_string);
  EXPECT_EQ(error_of(create_string(TypeKind::string, 1), "00000003 616100"),
            DecodeError::bad_length);
  const std::vector<std::string> names{"one"};
  EXPECT_EQ(error_of(create_enum("IDL:E:1.0", "E", names).value(), "00000001"),
            DecodeError::bad_enumerator);
  const auto bounded = create_sequence(TypeKind::sequence, 1, of<TypeKind::octet>()).value();
  EXPECT_EQ(error_of(bounded, "00000002 0102"), DecodeError::bad_length);
  EXPECT_EQ(error_of(create_interface(TypeKind::native, "IDL:N:1.0", "N").value(), ""),
            DecodeError::bad_type_code);
}

TEST(HostileValue, with_a_length_beyond_its_bytes_is_refused) {
  const auto doubles = create_sequence(TypeKind::sequence, 0, of<TypeKind::double_>()).value();
  EXPECT_EQ(error_of(doubles, "ffffffff 00000000"), DecodeError::bad_length);
  const auto strings = create_sequence(TypeKind::sequence, 0, of<TypeKind::string>()).value();
  EXPECT_EQ(error_of(strings, "ffffffff 00000001"), DecodeError::bad_length);
}

TEST(HostileValue, that_takes_no_bytes_four_billion_times_is_refused) {
  const auto nothing = create_struct(TypeKind::struct_, "", "", {}).value();
  const auto many = create_sequence(TypeKind::array, 0xffffffff, nothing).value();
  EXPECT_EQ(error_of(many, ""), DecodeError::too_deep);
}

TEST(HostileValue, of_types_that_double_at_each_level_is_refused) {
  auto type = create_struct(TypeKind::struct_, "", "", {}).value();
  for (int i = 0; i < 40; ++i) {
    const std::vector<NewMember> twice{{"a", type}, {"b", type}};
    const auto graph_is_shared = create_struct(TypeKind::struct_, "", "", twice);
    type = graph_is_shared.value();
  }
  EXPECT_EQ(error_of(type, ""), DecodeError::too_deep);
}

TEST(HostileValue, of_an_any_in_an_any_without_end_is_refused) {
  std::string hex;
  for (int i = 0; i < 100; ++i) hex += "0000000b";
  EXPECT_EQ(error_of(of<TypeKind::any>(), hex), DecodeError::too_deep);
}

}  // namespace
}  // namespace orbweaver::typecode
