// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/codec.hpp>
#include <orbweaver/typecode/create.hpp>

#include <hex.hpp>

#include <gtest/gtest.h>

#include <array>

namespace orbweaver::typecode {
namespace {

using cdr::ByteOrder;
using cdr::DecodeError;
using cdr::Decoder;
using cdr::Encoder;

const TypeDescription kLong{basic<TypeKind::long_>()};
const TypeDescription kString{basic<TypeKind::string>()};

std::string encoded(const TypeDescription& type) {
  Encoder out{ByteOrder::big};
  encode(out, type.node());
  return to_hex(out.bytes());
}

std::optional<DecodeError> error_of(std::string_view hex) {
  const auto bytes = from_hex(hex);
  Decoder in{bytes, ByteOrder::big};
  EXPECT_EQ(decode(in).kind(), TypeKind::null);
  return in.error();
}

TypeDescription tree() {
  const auto self = create_recursive("IDL:T:1.0").value();
  const auto below = create_sequence(TypeKind::sequence, 0, self).value();
  const std::vector<NewMember> members{{"b", below}};
  return create_struct(TypeKind::struct_, "IDL:T:1.0", "T", members).value();
}

std::vector<TypeDescription> one_of_each() {
  const std::vector<NewMember> members{{"x", kLong}, {"again", tree()}, {"more", tree()}};
  const std::vector<std::string> names{"red", "green"};
  const auto colour = create_enum("IDL:E:1.0", "E", names).value();
  const std::vector<NewMember> cases{{"a", kLong, 0}, {"b", kString, 1}};
  std::vector<TypeDescription> types{
      tree(),
      create_struct(TypeKind::struct_, "IDL:S:1.0", "S", members).value(),
      create_struct(TypeKind::except, "IDL:X:1.0", "X", members).value(),
      colour,
      create_union("IDL:U:1.0", "U", {colour, 1}, cases).value(),
      create_alias(TypeKind::alias, "IDL:A:1.0", "A", tree()).value(),
      create_alias(TypeKind::value_box, "IDL:B:1.0", "B", kString).value(),
      create_value("IDL:V:1.0", "V", {3, {}}, members).value(),
      create_string(TypeKind::string, 7),
      create_string(TypeKind::wstring, 7),
      create_sequence(TypeKind::sequence, 9, colour).value(),
      create_sequence(TypeKind::array, 9, colour).value(),
      create_fixed(31, 4).value(),
  };
  for (const TypeKind kind : {TypeKind::short_, TypeKind::longlong, TypeKind::boolean,
                              TypeKind::char_, TypeKind::wchar}) {
    const auto choice =
        create_union("IDL:U:1.0", "U", {TypeDescription{*find_basic(kind)}, -1}, cases);
    types.push_back(choice.value());
  }
  for (const TypeKind kind : {TypeKind::objref, TypeKind::native, TypeKind::abstract_interface,
                              TypeKind::local_interface})
    types.push_back(create_interface(kind, "IDL:I:1.0", "I").value());
  for (std::uint32_t kind = 0; is_known(kind); ++kind)
    if (const TypeNode* const node = find_basic(static_cast<TypeKind>(kind)))
      types.emplace_back(*node);
  return types;
}

TEST(TypeCodeCodec, brings_back_every_kind_in_both_byte_orders) {
  for (const auto order : {ByteOrder::big, ByteOrder::little}) {
    for (const auto& type : one_of_each()) {
      Encoder out{order};
      out.put_octet(0);  // whatever stands before it
      encode(out, type.node());
      Decoder in{out.bytes(), order};
      static_cast<void>(in.get_octet());
      const auto back = decode(in);
      ASSERT_TRUE(in.ok()) << static_cast<int>(type.kind());
      EXPECT_EQ(in.remaining(), 0U);
      EXPECT_TRUE(equal(back.node(), type.node())) << static_cast<int>(type.kind());
    }
  }
}

TEST(TypeCodeCodec, writes_simple_parameters_without_an_encapsulation) {
  EXPECT_EQ(encoded(create_string(TypeKind::string, 7)), normal_hex("00000012 00000007"));
  EXPECT_EQ(encoded(create_fixed(5, 2).value()), normal_hex("0000001c 0005 0002"));
}

TEST(TypeCodeCodec, writes_a_recursion_as_the_way_back_to_its_begin) {
  EXPECT_EQ(encoded(tree()),
            normal_hex("0000000f 00000040"                    // 0: struct, its encapsulation
                       "00000000"                             // 8: big endian
                       "0000000a 49444c3a543a312e30 00 0000"  // 12: "IDL:T:1.0"
                       "00000002 5400 0000"                   // 28: "T"
                       "00000001"                             // 36: one member
                       "00000002 6200 0000"                   // 40: "b"
                       "00000013 00000010"                    // 48: sequence
                       "00000000"                             // 56
                       "ffffffff ffffffc0"                    // 60: 64 back from 64: the struct
                       "00000000"));                          // 68: unbounded
}

TEST(TypeCodeCodec, writes_what_occurs_again_once) {
  const auto inner = tree();
  const std::vector<NewMember> members{{"a", inner}, {"b", inner}};
  // Both copies come from one node only if the node lives for ever or is copied in one go.
  const auto outer = create_struct(TypeKind::struct_, "IDL:O:1.0", "O", members).value();
  Encoder out;
  encode(out, outer.node());
  Encoder alone;
  encode(alone, inner.node());
  EXPECT_LT(out.size(), 2 * alone.size());
}

// Bytes of a peer.

// GIOP 1.1: the octets of an encapsulation lie in two fragments.
TEST(TypeCodeCodec, brings_back_what_was_cut_into_two_fragments) {
  constexpr std::size_t kHeader = 12, kBeforeContent = 8;
  const auto type = create_alias(TypeKind::alias, "IDL:A:1.0", "A", tree()).value();
  Encoder out;
  out.put_bytes(std::array<std::byte, kHeader>{});
  encode(out, type.node());
  const auto body = out.bytes().subspan(kHeader);
  const auto size = static_cast<std::uint32_t>(body.size());
  for (std::uint32_t at = kBeforeContent; at < size; ++at) {
    const std::array cuts{cdr::Cut{at, size}, cdr::Cut{size, size}};
    Decoder in{body, cdr::kNativeOrder, kHeader};
    in.set_cuts(cuts);
    EXPECT_TRUE(equal(decode(in).node(), type.node())) << at;
    EXPECT_TRUE(in.expect_end()) << at;
  }
}

TEST(HostileTypeCode, of_an_unknown_kind_is_refused) {
  EXPECT_EQ(error_of("00000022"), DecodeError::bad_type_code);
  EXPECT_EQ(error_of("fffffffe"), DecodeError::bad_type_code);
}

TEST(HostileTypeCode, that_ends_early_is_refused) {
  EXPECT_EQ(error_of("000000"), DecodeError::truncated);
  EXPECT_EQ(error_of("0000000f 00000044 00000000"), DecodeError::bad_length);
}

TEST(HostileTypeCode, with_an_indirection_to_nowhere_is_refused) {
  EXPECT_EQ(error_of("ffffffff fffffffc"), DecodeError::bad_type_code);           // to itself
  EXPECT_EQ(error_of("ffffffff 00000004 00000003"), DecodeError::bad_type_code);  // forward
  EXPECT_EQ(error_of("ffffffff 80000000"), DecodeError::bad_type_code);  // before the message
  // A sequence of what lies inside its own header.
  EXPECT_EQ(error_of("00000013 00000010 00000000 ffffffff fffffff8 00000000"),
            DecodeError::bad_type_code);
}

TEST(HostileTypeCode, that_is_its_own_alias_is_refused) {
  EXPECT_EQ(error_of("00000015 00000014 00000000 00000001 00 000000 00000001 00 000000"
                     "ffffffff ffffffe0"),
            DecodeError::truncated);  // the encapsulation ends before its content
  EXPECT_EQ(error_of("00000015 0000001c 00000000 00000001 00 000000 00000001 00 000000"
                     "ffffffff ffffffe0"),
            DecodeError::bad_type_code);
}

TEST(HostileTypeCode, that_is_a_struct_directly_inside_itself_is_refused) {
  EXPECT_EQ(error_of("0000000f 00000028 00000000 00000001 00000000 00000001 00000000"
                     "00000001 00000001 00000000 ffffffff ffffffd4"),
            DecodeError::bad_type_code);
}

TEST(HostileTypeCode, may_be_a_sequence_of_itself_as_a_value_of_it_can_end) {
  const auto bytes = from_hex("00000013 00000010 00000000 ffffffff fffffff0 00000000");
  Decoder in{bytes, ByteOrder::big};
  const auto type = decode(in);
  ASSERT_TRUE(in.ok());
  EXPECT_EQ(type.node().content, &type.node());
}

TEST(HostileTypeCode, with_a_huge_member_count_is_refused_before_memory_is_taken) {
  EXPECT_EQ(error_of("0000000f 00000018 00000000 00000001 00000000 00000001 00000000 ffffffff"),
            DecodeError::bad_length);
}

TEST(HostileTypeCode, with_an_exception_as_a_part_is_refused) {
  const auto sequence_of = [](std::string_view kind) {
    return "00000013 00000028 00000000" + std::string{kind} +
           "00000018 00000000 00000001 00000000 00000001 00000000 00000000 00000000";
  };
  EXPECT_EQ(error_of(sequence_of("00000016")), DecodeError::bad_type_code);
  const auto bytes = from_hex(sequence_of("0000000f"));
  Decoder in{bytes, ByteOrder::big};
  EXPECT_EQ(decode(in).kind(), TypeKind::sequence) << "a struct is one";
}

TEST(HostileTypeCode, with_a_label_twice_is_refused) {
  const auto with_labels = [](std::string_view second) {
    return "00000010 00000040 00000000 00000001 00000000 00000001 00000000"
           "00000003 ffffffff 00000002"
           "00000007 00000001 00000000 00000003" +
           std::string{second} + "00000001 00000000 00000003";
  };
  EXPECT_EQ(error_of(with_labels("00000007")), DecodeError::bad_type_code);
  const auto bytes = from_hex(with_labels("00000008"));
  Decoder in{bytes, ByteOrder::big};
  EXPECT_EQ(decode(in).kind(), TypeKind::union_);
}

// As omniORB says it where the labels leave no value over.
TEST(TypeCodeCodec, takes_every_negative_default_index_for_none) {
  const auto bytes = from_hex(
      "00000010 00000030 00000000 00000001 00000000 00000001 00000000"
      "00000003 fffffffe 00000001 00000007 00000001 00000000 00000003");
  Decoder in{bytes, ByteOrder::big};
  const auto type = decode(in);
  ASSERT_TRUE(in.ok());
  EXPECT_EQ(type.node().default_index, -1);
}

TEST(HostileTypeCode, of_a_union_chosen_by_what_is_not_read_yet_is_refused) {
  // typedef sequence<union switch (A)> A
  EXPECT_EQ(error_of("00000015 00000054 00000000 00000001 00000000 00000001 00000000"
                     "00000013 00000038 00000000"
                     "00000010 0000002c 00000000 00000001 00000000 00000001 00000000"
                     "ffffffff ffffffb0 ffffffff 00000001 00000000 00000001"),
            DecodeError::bad_type_code);
}

std::vector<std::byte> nested_sequences(unsigned levels) {
  Encoder out{ByteOrder::big};
  std::vector<std::size_t> begun;
  for (unsigned i = 0; i < levels; ++i) {
    out.put(static_cast<std::uint32_t>(TypeKind::sequence));
    begun.push_back(out.begin_encapsulation());
  }
  out.put(static_cast<std::uint32_t>(TypeKind::long_));
  for (; !begun.empty(); begun.pop_back()) {
    out.put(std::uint32_t{0});
    out.end_encapsulation(begun.back());
  }
  return {out.bytes().begin(), out.bytes().end()};
}

TEST(HostileTypeCode, is_read_to_the_deepest_level_and_no_deeper) {
  const auto deepest = nested_sequences(kMaxTypeDepth);
  Decoder good{deepest, ByteOrder::big};
  EXPECT_EQ(decode(good).kind(), TypeKind::sequence);
  const auto too_deep = nested_sequences(kMaxTypeDepth + 1);
  Decoder bad{too_deep, ByteOrder::big};
  EXPECT_EQ(decode(bad).kind(), TypeKind::null);
  EXPECT_EQ(bad.error(), DecodeError::too_deep);
}

// struct { struct A1 {}; struct A2 { A1 }; struct A3 { A2 } ... }: flat bytes, a deep type.
TEST(HostileTypeCode, that_is_deep_only_by_its_indirections_is_refused) {
  Encoder out{ByteOrder::big};
  const auto begin_struct = [&](std::uint32_t members) {
    out.put(static_cast<std::uint32_t>(TypeKind::struct_));
    const auto begin = out.begin_encapsulation();
    out.put_string("");
    out.put_string("");
    out.put(members);
    return begin;
  };
  constexpr std::uint32_t kLevels = 100;
  const auto whole = begin_struct(kLevels);
  std::size_t previous = 0;
  for (std::uint32_t i = 0; i < kLevels; ++i) {
    out.put_string("");
    out.align(4);
    const std::size_t here = out.size();
    const auto begun = begin_struct(i == 0 ? 0 : 1);
    if (i > 0) {
      out.put_string("");
      out.put(std::uint32_t{0xffffffff});
      out.put(static_cast<std::int32_t>(previous) - static_cast<std::int32_t>(out.size()));
    }
    out.end_encapsulation(begun);
    previous = here;
  }
  out.end_encapsulation(whole);
  Decoder in{out.bytes(), ByteOrder::big};
  EXPECT_EQ(decode(in).kind(), TypeKind::null);
  EXPECT_EQ(in.error(), DecodeError::too_deep);
}

TEST(HostileTypeCode, may_mix_byte_orders_of_its_encapsulations) {
  const auto bytes = from_hex("00000013 00000010 01000000 ffffffff f0ffffff 00000000");
  Decoder in{bytes, ByteOrder::big};
  EXPECT_EQ(decode(in).kind(), TypeKind::sequence);
  EXPECT_TRUE(in.ok());
}

}  // namespace
}  // namespace orbweaver::typecode
