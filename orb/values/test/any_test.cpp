// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/type_code_factory.hpp>

#include <gtest/gtest.h>

namespace {

namespace cdr = orbweaver::cdr;
using CORBA::Any;

// As it comes out of a message in `order`, in which `before` octets stand in front of it.
Any arrived(const Any& any, cdr::ByteOrder order = cdr::kNativeOrder, std::size_t before = 0) {
  cdr::Encoder out{order};
  for (std::size_t i = 0; i < before; ++i) out.put_octet(0);
  cdr::encode(out, any);
  cdr::Decoder in{out.bytes(), order};
  static_cast<void>(in.get_bytes(before));
  auto back = cdr::decode<Any>(in);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.remaining(), 0U);
  return back;
}

template <class T>
Any any_of(T value) {
  Any any;
  any <<= std::move(value);
  return any;
}

template <class T>
std::optional<T> extracted(const Any& any) {
  T value{};
  if (!(any >>= value)) return std::nullopt;
  return value;
}

template <class T>
class AnyOf : public ::testing::Test {};
using Numbers = ::testing::Types<std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                                 std::uint32_t, std::int64_t, std::uint64_t, float, double, char>;
TYPED_TEST_SUITE(AnyOf, Numbers);

TYPED_TEST(AnyOf, number_gives_it_back_before_and_after_a_journey) {
  const auto value = static_cast<TypeParam>(77);
  const auto any = any_of(value);
  EXPECT_EQ(extracted<TypeParam>(any), value);
  for (const auto order : {cdr::ByteOrder::big, cdr::ByteOrder::little})
    for (std::size_t before = 0; before < 9; ++before)
      EXPECT_EQ(extracted<TypeParam>(arrived(any, order, before)), value);
}

TYPED_TEST(AnyOf, sequence_travels_on_from_another_alignment_and_byte_order) {
  const auto value = std::vector<TypeParam>(3, static_cast<TypeParam>(5));
  const auto once = arrived(any_of(value), cdr::ByteOrder::big, 3);
  EXPECT_EQ(extracted<std::vector<TypeParam>>(arrived(once, cdr::ByteOrder::little, 6)), value);
}

TEST(Any, holds_nothing_at_first) {
  const Any any;
  EXPECT_EQ(any.type()->kind(), CORBA::TCKind::tk_null);
  EXPECT_FALSE(extracted<std::int32_t>(any));
  EXPECT_EQ(arrived(any).type()->kind(), CORBA::TCKind::tk_null);
}

TEST(Any, does_not_give_another_type_and_leaves_the_value_alone) {
  std::int16_t value = 9;
  EXPECT_FALSE(any_of(std::int32_t{7}) >>= value);
  EXPECT_EQ(value, 9);
}

TEST(Any, takes_text_in_every_form) {
  Any any;
  any <<= "literal";
  EXPECT_EQ(extracted<std::string>(any), "literal");
  any <<= std::string_view{"view"};
  EXPECT_EQ(extracted<std::string>(arrived(any)), "view");
}

TEST(Any, holds_booleans_strings_and_arrays) {
  EXPECT_EQ(extracted<bool>(arrived(any_of(true))), true);
  const std::vector<std::string> words{"one", "", "three"};
  EXPECT_EQ(extracted<std::vector<std::string>>(arrived(any_of(words))), words);
  const std::array<std::array<std::int16_t, 2>, 2> square{{{1, 2}, {3, 4}}};
  EXPECT_EQ((extracted<std::array<std::array<std::int16_t, 2>, 2>>(arrived(any_of(square)))),
            square);
}

TEST(Any, holds_an_any_in_an_any) {
  const auto inner = any_of(std::string{"deep"});
  const auto middle = extracted<Any>(arrived(any_of(inner), cdr::ByteOrder::big, 1));
  ASSERT_TRUE(middle);
  EXPECT_EQ(extracted<std::string>(*middle), "deep");
}

TEST(Any, holds_sequences_of_anys) {
  const std::vector<Any> anys{any_of(std::int32_t{1}), Any{}, any_of(std::string{"x"})};
  const auto back = extracted<std::vector<Any>>(arrived(any_of(anys)));
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), 3U);
  EXPECT_EQ(extracted<std::int32_t>((*back)[0]), 1);
  EXPECT_EQ((*back)[1].type()->kind(), CORBA::TCKind::tk_null);
  EXPECT_EQ(extracted<std::string>((*back)[2]), "x");
}

TEST(Any, holds_type_codes) {
  const CORBA::typecode_reference type = CORBA::_tc_double;
  const auto back = extracted<CORBA::typecode_reference>(arrived(any_of(type)));
  ASSERT_TRUE(back);
  EXPECT_TRUE((*back)->equal(CORBA::_tc_double));
}

TEST(Any, shares_its_value_with_its_copies) {
  const auto any = any_of(std::vector<double>(1000));
  const Any copy{any};
  EXPECT_EQ(copy._contents(), any._contents());
}

TEST(Any, may_be_called_by_an_alias_of_its_type_and_by_no_other) {
  const CORBA::TypeCodeFactory factory;
  auto any = any_of(std::int32_t{3});
  any.type(factory.create_alias_tc("IDL:Number:1.0", "Number", CORBA::_tc_long));
  EXPECT_EQ(any.type()->kind(), CORBA::TCKind::tk_alias);
  const auto back = arrived(any);
  EXPECT_EQ(back.type()->name(), "Number");
  EXPECT_EQ(extracted<std::int32_t>(back), 3);
  EXPECT_THROW(any.type(CORBA::_tc_short), CORBA::BAD_TYPECODE);
  EXPECT_THROW(any.type(nullptr), CORBA::BAD_TYPECODE);
}

TEST(Any, that_was_cut_off_is_refused_and_changes_nothing) {
  cdr::Encoder out;
  cdr::encode(out, any_of(std::vector<double>(4)));
  for (std::size_t size = 0; size < out.size(); ++size) {
    cdr::Decoder in{out.bytes().first(size)};
    auto any = any_of(std::int32_t{1});
    cdr::decode(in, any);
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(extracted<std::int32_t>(any), 1);
  }
}

std::optional<cdr::DecodeError> error_within(std::size_t memory, const std::vector<Any>& values) {
  cdr::Encoder out;
  cdr::encode(out, values);
  cdr::Decoder in{out.bytes()};
  in.set_limits({.memory = memory});
  static_cast<void>(cdr::decode<std::vector<Any>>(in));
  return in.error();
}

TEST(Anys, are_charged_with_their_types_and_their_values) {
  constexpr std::size_t kCount = 100, kEach = sizeof(Any) + sizeof(orbweaver::corba::HeldBytes);
  const std::vector<Any> numbers(kCount, any_of(std::int32_t{1}));
  const std::vector<Any> named(kCount, any_of(std::vector<std::string>(1)));
  EXPECT_EQ(error_within(kCount * kEach, numbers), cdr::DecodeError::too_much);
  EXPECT_EQ(error_within(kCount * (kEach + 32), numbers), std::nullopt);
  EXPECT_EQ(error_within(kCount * (kEach + 32), named), cdr::DecodeError::too_much);
  EXPECT_EQ(error_within(kCount * (kEach + 4096), named), std::nullopt);
}

}  // namespace
