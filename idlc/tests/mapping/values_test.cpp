// SPDX-License-Identifier: Apache-2.0
// Values of the mapping: what generated types promise without any ORB.
#include <orbweaver/generated/mapping/torture.hpp>

#include <gmock/gmock.h>

#include <cstring>
#include <limits>
#include <type_traits>

namespace {

namespace cdr = orbweaver::cdr;
using _cxx_class::_cxx_namespace::_cxx_template;
using _cxx_class::_cxx_namespace::_cxx_throw;
using _cxx_class::_cxx_namespace::_cxx_virtual;
using ::testing::ElementsAre;

template <class T>
T encoded_and_decoded(const T& value, cdr::ByteOrder order) {
  cdr::Encoder encoder{order};
  cdr::encode(encoder, value);
  cdr::Decoder decoder{encoder.bytes(), order};
  T decoded = cdr::decode<T>(decoder);
  EXPECT_TRUE(decoder.ok());
  EXPECT_EQ(decoder.remaining(), 0U);
  return decoded;
}

Types::Tagged some_tagged() {
  return Types::Tagged{Types::TagAlias::second, {Types::Tagged::Part{-7}, Types::Tagged::Part{8}}};
}

Types::Mixed some_mixed() {
  Types::Mixed mixed;
  mixed.words({"one", "", "three"});
  mixed.more()[1] = {"four"};
  mixed.bits_of({{true, false}, {}});
  mixed.block()[1][2][3] = {1, 2, 255};
  mixed.kind(Types::TagAlias::second);
  mixed.count(-5);
  mixed.bits({true, false, true});
  mixed.list({some_tagged(), Types::Tagged{}});
  return mixed;
}

TEST(Constant, keeps_the_exact_value) {
  EXPECT_EQ(GLOBAL_SHORT, -32768);
  EXPECT_EQ(Limits::LEAST, std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(Limits::MOST, std::numeric_limits<std::uint32_t>::max());
  EXPECT_EQ(Limits::LEAST64, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(Limits::MOST64, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(Limits::TENTH, 0.1F);
  EXPECT_EQ(Limits::TINY, std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(Limits::GREATEST, std::numeric_limits<double>::max());
  EXPECT_EQ(Limits::HIGH, '\xff');
  EXPECT_EQ(Limits::ZERO, '\0');
  EXPECT_EQ(Limits::SHIFTED, 19);
  EXPECT_EQ(Limits::ESCAPES,
            "tab\t quote\" back\\ \xe9"
            "1 ?"
            "?/ end");
  EXPECT_EQ(Types::Later::MOST, Types::Later::Level::high);
  EXPECT_EQ(Types::Later::TITLE, "later");
  static_assert(std::is_same_v<decltype(Limits::SEVENTH), const std::uint32_t>);
}

TEST(Struct, begins_with_zero_and_empty_members) {
  const Types::Mixed mixed;
  EXPECT_TRUE(mixed.words().empty());
  EXPECT_EQ(mixed.one(), nullptr);
  EXPECT_EQ(mixed.kind(), Types::TagAlias::first);
  EXPECT_EQ(mixed.count(), 0);
  EXPECT_THAT(mixed.bits(), ElementsAre(false, false, false));
}

TEST(Struct, takes_all_members_in_its_constructor_and_only_explicitly) {
  const Base::Key key{7, "seven"};
  EXPECT_EQ(key.number(), 7U);
  EXPECT_EQ(key.name(), "seven");
  static_assert(!std::is_convertible_v<std::string, ::_cxx_std::string_view>);
  static_assert(std::is_constructible_v<::_cxx_std::string_view, std::string>);
}

TEST(Struct, moves_a_member_in_and_out) {
  std::string text(100, 'x');
  const auto* const characters = text.data();
  Base::Key key;
  key.name(std::move(text));
  EXPECT_EQ(key.name().data(), characters);
  const std::string out = std::move(key.name());
  EXPECT_EQ(out.data(), characters);
}

TEST(Struct, compares_and_swaps_all_members) {
  auto one = some_mixed();
  auto other = one;
  EXPECT_EQ(one, other);
  other.list()[0].parts()[1].n(9);
  EXPECT_NE(one, other);

  swap(one, other);
  EXPECT_EQ(other, some_mixed());
  EXPECT_EQ(one.list()[0].parts()[1].n(), 9);
}

TEST(Struct, keeps_members_apart_whose_names_collide_in_cpp) {
  _cxx_virtual value;
  value.double_(1);
  value._cxx_new(2);
  value.new_(3);
  value.new__(4);
  value.swap("five");
  value._cxx_operator(_cxx_template::_cxx_xor);
  EXPECT_EQ(value.double_(), 1);
  EXPECT_EQ(value._cxx_new(), 2);
  EXPECT_EQ(value.new_(), 3);
  EXPECT_EQ(value.new__(), 4);
  EXPECT_EQ(encoded_and_decoded(value, std::endian::little), value);
}

TEST(Struct, travels_in_both_byte_orders) {
  EXPECT_EQ(encoded_and_decoded(some_tagged(), std::endian::little), some_tagged());
  EXPECT_EQ(encoded_and_decoded(some_tagged(), std::endian::big), some_tagged());
}

TEST(Struct, is_laid_out_as_its_members_one_after_the_other) {
  cdr::Encoder encoder{std::endian::big};
  cdr::encode(encoder, Base::Key{1, "ab"});
  const std::vector<unsigned char> expected{0, 0, 0, 1, 0, 0, 0, 3, 'a', 'b', 0};
  ASSERT_EQ(encoder.size(), expected.size());
  EXPECT_EQ(std::memcmp(encoder.bytes().data(), expected.data(), expected.size()), 0);
}

TEST(Struct, cut_short_anywhere_makes_the_decoder_fail) {
  cdr::Encoder encoder;
  cdr::encode(encoder, some_tagged());
  for (std::size_t size = 0; size < encoder.size(); ++size) {
    cdr::Decoder decoder{encoder.bytes().first(size)};
    static_cast<void>(cdr::decode<Types::Tagged>(decoder));
    EXPECT_FALSE(decoder.ok()) << size;
  }
}

TEST(Struct, says_the_fewest_bytes_it_takes) {
  EXPECT_EQ(cdr::Codec<Types::Tagged>::kLeastSize, 4U + 2U * 4U);
  EXPECT_LE(cdr::Codec<Base::Key>::kLeastSize, 9U);
  EXPECT_GT(cdr::Codec<Base::Key>::kLeastSize, 4U);
  EXPECT_EQ(cdr::Codec<Named::Marked>::kLeastSize, 1U);
}

TEST(Sequence, of_structs_refuses_a_length_that_the_rest_cannot_hold) {
  cdr::Encoder encoder;
  encoder.put(std::uint32_t{1'000'000'000});
  encoder.put(std::uint32_t{0});
  cdr::Decoder decoder{encoder.bytes()};
  EXPECT_TRUE(cdr::decode<std::vector<Types::Tagged>>(decoder).empty());
  EXPECT_EQ(decoder.error(), cdr::DecodeError::bad_length);
}

TEST(Enum, refuses_a_number_beyond_the_last_enumerator) {
  cdr::Encoder encoder;
  encoder.put(std::uint32_t{1});
  encoder.put(std::uint32_t{2});
  cdr::Decoder decoder{encoder.bytes()};
  EXPECT_EQ(cdr::decode<Types::InlineAlias>(decoder), Types::Inline::there);
  EXPECT_EQ(cdr::decode<Types::InlineAlias>(decoder), Types::Inline::here);
  EXPECT_EQ(decoder.error(), cdr::DecodeError::bad_enumerator);
}

TEST(Exception, is_caught_by_its_bases_and_tells_what_it_is) {
  try {
    throw Base::Missing{Base::Key{3, "three"}};
  } catch (const CORBA::Exception& exception) {
    EXPECT_STREQ(exception._rep_id(), "IDL:example.org/Base/Missing:1.0");
    EXPECT_STREQ(exception._name(), "Missing");
    EXPECT_NE(std::string{exception.what()}, "");
    EXPECT_EQ(dynamic_cast<const Base::Missing&>(exception).which().number(), 3U);
  }
}

TEST(Exception, may_have_members_called_as_what_it_inherits) {
  const _cxx_throw exception{"text", "id", 4, {}};
  EXPECT_EQ(exception._cxx_what(), "text");
  EXPECT_EQ(exception.id(), "id");
  EXPECT_STREQ(exception.what(), _cxx_throw::_id);
}

TEST(Interface, has_the_repository_id_of_its_pragmas) {
  EXPECT_STREQ(Types::Diamond::_id, "IDL:acme.org/Types/Diamond:1.0");
  EXPECT_STREQ(Named::Renamed::_id, "DCE:1234:1");
  EXPECT_STREQ(Named::Versioned::_id, "IDL:acme.org/Named/Versioned:2.5");
  EXPECT_STREQ(Base::Shape::_id, "IDL:example.org/Base/Shape:1.0");
}

TEST(Traits, say_how_a_type_is_passed_and_referred_to) {
  static_assert(
      std::is_same_v<IDL::traits<Types::Later>::ref_type, CORBA::object_reference<Types::Later>>);
  static_assert(std::is_same_v<IDL::traits<Types::LaterAlias>::ref_type,
                               CORBA::object_reference<Types::Later>>);
  static_assert(
      std::is_base_of_v<std::shared_ptr<Types::Later>, IDL::traits<Types::Later>::ref_type>);
  static_assert(std::is_same_v<IDL::traits<Types::Tagged>::in_type, const Types::Tagged&>);
  static_assert(std::is_same_v<IDL::traits<Types::Inline>::in_type, Types::Inline>);
  static_assert(
      std::is_same_v<Types::LaterPair, std::array<CORBA::object_reference<Types::Later>, 2>>);
  static_assert(std::is_base_of_v<Base::Shape, Types::Diamond>);
  static_assert(!std::is_default_constructible_v<Types::Diamond>);
}

}  // namespace
