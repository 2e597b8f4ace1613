// SPDX-License-Identifier: Apache-2.0
// Unions, and types that hold themselves.
#include <gmock/gmock.h>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/generated/lab/types.hpp>

#include <cstring>
#include <limits>
#include <type_traits>

namespace {

namespace cdr = orbweaver::cdr;
using namespace Lab::Types;

template <class T>
void expect_both_ways(const T& value) {
  for (const auto order : {std::endian::little, std::endian::big}) {
    cdr::Encoder encoder{order};
    cdr::encode(encoder, value);
    EXPECT_TRUE(encoder.ok());
    cdr::Decoder decoder{encoder.bytes(), order};
    EXPECT_EQ(cdr::decode<T>(decoder), value);
    EXPECT_TRUE(decoder.ok());
    EXPECT_EQ(decoder.remaining(), 0U);
  }
}

template <class T>
constexpr bool kMayBeEmpty = requires(T value) { value._default(); };

template <class T, class Label>
cdr::DecodeError refusal_of(Label label) {
  cdr::Encoder encoder;
  cdr::encode(encoder, label);
  encoder.put_octets({});
  cdr::Decoder decoder{encoder.bytes()};
  static_cast<void>(cdr::decode<T>(decoder));
  return decoder.error().value_or(cdr::DecodeError::truncated);
}

TEST(Union, begins_with_its_default_or_else_its_first_member) {
  EXPECT_EQ(ByColour{}._d(), Colour::green);
  EXPECT_EQ(ByColour{}.other(), Colour::red);
  EXPECT_EQ(ByLong{}.other(), 0);
  EXPECT_TRUE(ByBoolean{}.yes().empty());
}

TEST(Union, with_an_implicit_default_begins_without_a_member) {
  const ByShort value;
  EXPECT_EQ(value._d(), 1);
  EXPECT_THROW((void)value.least(), CORBA::BAD_PARAM);
  EXPECT_FALSE(ByBooleanHalf{}._d());
  EXPECT_EQ(ByColourHalf{}._d(), Colour::red);
}

TEST(Union, takes_the_first_label_of_the_member_that_is_set) {
  ByShort value;
  value.some("text");
  EXPECT_EQ(value._d(), 0);
  EXPECT_EQ(value.some(), "text");
  value.most(2.5);
  EXPECT_EQ(value._d(), 32767);
  EXPECT_EQ(value.most(), 2.5);
}

TEST(Union, takes_another_label_of_the_same_member) {
  ByShort value;
  value.some("text", 7);
  EXPECT_EQ(value._d(), 7);
  value._d(0);
  EXPECT_EQ(value._d(), 0);
  EXPECT_EQ(value.some(), "text");
}

TEST(Union, refuses_a_label_of_another_member) {
  ByShort value;
  value.least(0);
  EXPECT_THROW(value.some("text", 32767), CORBA::BAD_PARAM);
  EXPECT_THROW(value._d(7), CORBA::BAD_PARAM);
  EXPECT_EQ(value._d(), -32768);
  ByUShort other;
  EXPECT_THROW(other.other("text", 65535), CORBA::BAD_PARAM);
  other.other("text", 9);
  EXPECT_EQ(other._d(), 9);
}

TEST(Union, refuses_to_read_a_member_that_it_does_not_hold) {
  ByShort value;
  EXPECT_THROW((void)value.some(), CORBA::BAD_PARAM);
  EXPECT_THROW((void)std::as_const(value).most(), CORBA::BAD_PARAM);
}

TEST(Union, with_an_implicit_default_may_be_empty) {
  ByShort value;
  value._default();
  EXPECT_EQ(value._d(), 1);
  EXPECT_THROW((void)value.least(), CORBA::BAD_PARAM);
  value._d(-5);
  EXPECT_EQ(value._d(), -5);
  EXPECT_THROW(value._d(7), CORBA::BAD_PARAM);
  expect_both_ways(value);
  ByColourHalf half;
  half._default();
  EXPECT_EQ(half._d(), Colour::red);
}

TEST(Union, whose_labels_are_all_taken_has_no_default) {
  static_assert(!kMayBeEmpty<ByBoolean>);
  static_assert(!kMayBeEmpty<ByLong>);
  static_assert(kMayBeEmpty<ByBooleanHalf>);
}

TEST(Union, travels_with_each_discriminator) {
  ByShort by_short;
  by_short.some("text", 7);
  expect_both_ways(by_short);
  ByUShort by_ushort;
  by_ushort.most(std::numeric_limits<std::int64_t>::min());
  expect_both_ways(by_ushort);
  ByLong by_long;
  by_long.most({"one", "two"});
  expect_both_ways(by_long);
  by_long.other(-4, 12);
  expect_both_ways(by_long);
  ByULong by_ulong;
  by_ulong.most('\xff');
  expect_both_ways(by_ulong);
  ByLongLong by_long_long;
  by_long_long.most(65535);
  expect_both_ways(by_long_long);
  ByULongLong by_ulong_long;
  by_ulong_long.most(-0.5F);
  expect_both_ways(by_ulong_long);
  ByChar by_char;
  by_char.others(L"\x20ac", 'z');
  expect_both_ways(by_char);
  ByBoolean by_boolean;
  by_boolean.no(-1);
  expect_both_ways(by_boolean);
  ByColour by_colour;
  by_colour.darkness(ByColour::Shade{9, "dark"}, Colour::blue);
  expect_both_ways(by_colour);
  ByColourHalf by_colour_half;
  by_colour_half.inner(by_boolean);
  expect_both_ways(by_colour_half);
}

TEST(Union, keeps_a_label_of_the_default_that_came_from_a_peer) {
  cdr::Encoder encoder;
  cdr::encode(encoder, std::uint16_t{1234});
  cdr::encode(encoder, std::string{"text"});
  cdr::Decoder decoder{encoder.bytes()};
  const auto value = cdr::decode<ByUShort>(decoder);
  EXPECT_EQ(value._d(), 1234);
  EXPECT_EQ(value.other(), "text");
}

TEST(Union, refuses_a_hostile_discriminator) {
  EXPECT_EQ(refusal_of<ByColour>(std::uint32_t{3}), cdr::DecodeError::bad_enumerator);
  EXPECT_EQ(refusal_of<ByColourHalf>(std::uint32_t{0xffffffff}), cdr::DecodeError::bad_enumerator);
  EXPECT_EQ(refusal_of<ByBoolean>(std::uint8_t{2}), cdr::DecodeError::bad_boolean);
}

TEST(Union, cut_short_anywhere_makes_the_decoder_fail) {
  ByColour value;
  value.darkness(ByColour::Shade{9, "dark"});
  cdr::Encoder encoder;
  cdr::encode(encoder, value);
  for (std::size_t size = 0; size < encoder.size(); ++size) {
    cdr::Decoder decoder{encoder.bytes().first(size)};
    static_cast<void>(cdr::decode<ByColour>(decoder));
    EXPECT_FALSE(decoder.ok()) << size;
  }
}

TEST(Union, compares_swaps_and_moves) {
  ByShort one;
  one.some("one");
  ByShort other;
  EXPECT_NE(one, other);
  swap(one, other);
  EXPECT_EQ(other.some(), "one");
  const ByShort moved = std::move(other);
  EXPECT_EQ(moved.some(), "one");
  one.some("one", 7);
  EXPECT_NE(one, moved);
}

Tree of_depth(int depth) {
  Tree tree{depth, {}};
  if (depth > 1) tree.branches().push_back(of_depth(depth - 1));
  return tree;
}

TEST(Recursion, travels_as_deep_as_the_limit) {
  expect_both_ways(Tree{1, {Tree{2, {}}, Tree{3, {Tree{4, {}}}}}});
  expect_both_ways(of_depth(cdr::DecodeLimits::kUsualDepth));
}

TEST(Recursion, beyond_the_limit_makes_the_decoder_fail) {
  cdr::Encoder encoder;
  cdr::encode(encoder, of_depth(cdr::DecodeLimits::kUsualDepth + 1));
  cdr::Decoder decoder{encoder.bytes()};
  static_cast<void>(cdr::decode<Tree>(decoder));
  EXPECT_EQ(decoder.error(), cdr::DecodeError::too_deep);
}

TEST(Recursion, of_a_union_is_bounded_too) {
  Expression expression;
  expression.number(7);
  for (unsigned depth = 1; depth < cdr::DecodeLimits::kUsualDepth; ++depth) {
    Expression outer;
    outer.both({{expression}}, '*');
    expression = std::move(outer);
  }
  expect_both_ways(expression);
  Expression outer;
  outer.both({{expression}});
  cdr::Encoder encoder;
  cdr::encode(encoder, outer);
  cdr::Decoder decoder{encoder.bytes()};
  static_cast<void>(cdr::decode<Expression>(decoder));
  EXPECT_EQ(decoder.error(), cdr::DecodeError::too_deep);
}

TEST(Unions, in_a_sequence_are_charged_as_wide_as_they_are) {
  ByLong narrow;
  narrow.other(1);
  cdr::Encoder encoder;
  cdr::encode(encoder, std::vector<ByLong>(100, narrow));
  for (const auto memory : {100 * sizeof(ByLong), 100 * sizeof(ByLong) - 1}) {
    cdr::Decoder decoder{encoder.bytes()};
    decoder.set_limits({.memory = memory});
    static_cast<void>(cdr::decode<std::vector<ByLong>>(decoder));
    EXPECT_EQ(decoder.ok(), memory == 100 * sizeof(ByLong));
  }
}

}  // namespace
