// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/cdr/codec.hpp>

#include <concepts>
#include <limits>
#include <random>

#include "draw.hpp"
#include "hex.hpp"

namespace orbweaver::cdr {
namespace {

constexpr std::uint64_t kSeed = 20240601;

// Values of any type that Codec knows, drawn from a seeded generator.
template <class T>
struct Arbitrary;

template <Number T>
struct Arbitrary<T> {
  static T draw(std::mt19937_64& random) {
    if constexpr (std::floating_point<T>)
      return static_cast<T>(static_cast<std::int64_t>(random())) / T{1024};
    else
      return static_cast<T>(random());
  }
};

template <>
struct Arbitrary<bool> {
  static bool draw(std::mt19937_64& random) { return random() % 2 == 0; }
};

template <>
struct Arbitrary<std::string> {
  static std::string draw(std::mt19937_64& random) {
    std::string text(draw_below(random, 20), ' ');
    for (char& c : text) c = static_cast<char>(1 + random() % 255);
    return text;
  }
};

template <class T>
struct Arbitrary<std::vector<T>> {
  static std::vector<T> draw(std::mt19937_64& random) {
    std::vector<T> values;
    for (auto count = draw_below(random, 12); count > 0; --count)
      values.push_back(Arbitrary<T>::draw(random));
    return values;
  }
};

template <class T, std::size_t N>
struct Arbitrary<std::array<T, N>> {
  static std::array<T, N> draw(std::mt19937_64& random) {
    std::array<T, N> values{};
    for (auto& value : values) value = Arbitrary<T>::draw(random);
    return values;
  }
};

template <class T>
class CodecOf : public ::testing::Test {};

using Types = ::testing::Types<
    bool, char, std::uint8_t, std::int8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
    std::int64_t, std::uint64_t, float, double, char16_t, std::string, std::vector<bool>,
    std::vector<char>, std::vector<std::uint8_t>, std::vector<std::int16_t>, std::vector<float>,
    std::vector<double>, std::vector<std::string>, std::vector<std::vector<std::uint64_t>>,
    std::vector<std::vector<std::string>>, std::array<bool, 3>, std::array<double, 5>,
    std::array<std::array<std::int16_t, 3>, 2>, std::array<std::string, 2>,
    std::vector<std::array<std::uint32_t, 3>>, std::array<std::vector<std::vector<bool>>, 2>>;
TYPED_TEST_SUITE(CodecOf, Types);

TYPED_TEST(CodecOf, brings_back_what_it_sent_in_both_byte_orders_at_any_position) {
  std::mt19937_64 random{kSeed};
  for (int i = 0; i < 200; ++i) {
    const auto value = Arbitrary<TypeParam>::draw(random);
    const auto order = i % 2 == 0 ? ByteOrder::little : ByteOrder::big;
    Encoder encoder{order};
    for (auto before = draw_below(random, 8); before > 0; --before) encoder.put_octet(0xee);
    const std::size_t begin = encoder.size();
    encode(encoder, value);

    Decoder decoder{encoder.bytes().subspan(begin), order, begin};
    EXPECT_EQ(decode<TypeParam>(decoder), value);
    EXPECT_TRUE(decoder.ok());
    EXPECT_EQ(decoder.remaining(), 0U);
  }
}

TYPED_TEST(CodecOf, overwrites_whatever_the_value_held) {
  std::mt19937_64 random{kSeed + 1};
  for (int i = 0; i < 50; ++i) {
    const auto value = Arbitrary<TypeParam>::draw(random);
    Encoder encoder;
    encode(encoder, value);
    auto target = Arbitrary<TypeParam>::draw(random);
    Decoder decoder{encoder.bytes()};
    decode(decoder, target);
    EXPECT_EQ(target, value);
  }
}

TYPED_TEST(CodecOf, fails_wherever_the_bytes_end_early) {
  std::mt19937_64 random{kSeed + 2};
  for (int i = 0; i < 20; ++i) {
    const auto value = Arbitrary<TypeParam>::draw(random);
    Encoder encoder;
    encode(encoder, value);
    for (std::size_t size = 0; size < encoder.size(); ++size) {
      Decoder decoder{encoder.bytes().first(size)};
      static_cast<void>(decode<TypeParam>(decoder));
      EXPECT_FALSE(decoder.ok()) << size << " of " << encoder.size() << " bytes";
    }
  }
}

TYPED_TEST(CodecOf, takes_at_least_its_least_size) {
  std::mt19937_64 random{kSeed + 3};
  for (int i = 0; i < 50; ++i) {
    Encoder encoder;
    encode(encoder, Arbitrary<TypeParam>::draw(random));
    EXPECT_GE(encoder.size(), Codec<TypeParam>::kLeastSize);
  }
}

template <class T>
void expect_no_memory_for(std::uint32_t length) {
  Encoder encoder;
  encoder.put(length);
  encoder.put(std::uint64_t{0});
  Decoder decoder{encoder.bytes()};
  std::vector<T> values;
  decode(decoder, values);
  EXPECT_EQ(decoder.error(), DecodeError::bad_length);
  EXPECT_TRUE(values.empty());
  EXPECT_EQ(values.capacity(), 0U);
}

TEST(Codec, takes_no_memory_for_a_length_that_the_rest_cannot_hold) {
  for (const std::uint32_t length : {13U, 0x7fffffffU, 0xffffffffU}) {
    expect_no_memory_for<double>(length);
    expect_no_memory_for<std::uint8_t>(length);
    expect_no_memory_for<bool>(length);
    expect_no_memory_for<std::string>(length);
    expect_no_memory_for<std::vector<double>>(length);
    expect_no_memory_for<std::array<std::uint16_t, 7>>(length);
  }
}

TEST(Codec, refuses_a_sequence_whose_padding_leaves_too_little) {
  Encoder encoder;
  encoder.put(std::uint32_t{1});
  encoder.put(std::uint64_t{0});
  Decoder decoder{encoder.bytes().first(12)};  // the length, four bytes of padding, half a double
  std::vector<double> values{1, 2, 3};
  decode(decoder, values);
  EXPECT_FALSE(decoder.ok());
}

TEST(Codec, leaves_elements_behind_a_bad_one_empty) {
  const auto bytes = from_hex("00000003 00000002 6100 0000 00000002 6262 0000 00000002 6300");
  Decoder decoder{bytes, ByteOrder::big};
  const auto values = decode<std::vector<std::string>>(decoder);
  EXPECT_EQ(decoder.error(), DecodeError::bad_string);
  EXPECT_EQ(values, (std::vector<std::string>{"a", "", ""}));
}

TEST(Codec, refuses_a_bad_boolean_inside_a_sequence) {
  const auto bytes = from_hex("00000003 01 02 01");
  Decoder decoder{bytes, ByteOrder::big};
  static_cast<void>(decode<std::vector<bool>>(decoder));
  EXPECT_EQ(decoder.error(), DecodeError::bad_boolean);
}

TEST(Codec, takes_a_sequence_of_empty_strings_of_length_0) {
  const auto bytes = from_hex("00000002 00000000 00000000");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decode<std::vector<std::string>>(decoder), (std::vector<std::string>{"", ""}));
  EXPECT_TRUE(decoder.ok());
}

TEST(Codec, aligns_the_elements_of_a_sequence_of_doubles_but_not_an_empty_one) {
  Encoder encoder{ByteOrder::big};
  encode(encoder, std::vector<double>{});
  EXPECT_EQ(to_hex(encoder.bytes()), normal_hex("00000000"));
  encode(encoder, std::vector<double>{1});
  EXPECT_EQ(to_hex(encoder.bytes()), normal_hex("00000000 00000001 3ff0000000000000"));
  encode(encoder, std::vector<double>{1});
  EXPECT_EQ(encoder.size(), 16U + 4 + 4 + 8);
}

TEST(Codec, copies_large_sequences_in_either_order_and_at_any_place_in_memory) {
  std::mt19937_64 random{kSeed};
  std::vector<double> values(100'001);
  for (auto& value : values) value = Arbitrary<double>::draw(random);
  for (const auto order : {ByteOrder::little, ByteOrder::big}) {
    Encoder encoder{order};
    encode(encoder, values);
    for (const std::size_t offset : {0U, 1U, 4U}) {
      std::vector<std::byte> memory(offset + encoder.size());
      std::ranges::copy(encoder.bytes(), memory.begin() + static_cast<std::ptrdiff_t>(offset));
      Decoder decoder{Bytes{memory}.subspan(offset), order};
      EXPECT_EQ(decode<std::vector<double>>(decoder), values);
      EXPECT_TRUE(decoder.ok());
    }
  }
}

TEST(Codec, keeps_every_bit_of_special_numbers) {
  const std::vector<double> values{-0.0, std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::denorm_min(),
                                   std::numeric_limits<double>::signaling_NaN()};
  for (const auto order : {ByteOrder::little, ByteOrder::big}) {
    Encoder encoder{order};
    encode(encoder, values);
    Decoder decoder{encoder.bytes(), order};
    const auto copy = decode<std::vector<double>>(decoder);
    EXPECT_EQ(to_hex(std::as_bytes(std::span{copy})), to_hex(std::as_bytes(std::span{values})));
  }
}

/// As a union that is as wide as its widest branch, of which one octet travels.
struct Wide {
  std::array<double, 1024> memory{};
};

}  // namespace

template <>
struct Codec<Wide> {
  static constexpr std::size_t kLeastSize = 1;
  static void encode(Encoder& encoder, const Wide& /*value*/) { encoder.put_octet(0); }
  static void decode(Decoder& decoder, Wide& /*value*/) { (void)decoder.get_octet(); }
};

namespace {

TEST(Codec, takes_no_more_memory_for_elements_than_the_limit) {
  Encoder encoder;
  encode(encoder, std::vector<Wide>(10));
  Decoder enough{encoder.bytes()}, scarce{encoder.bytes()};
  enough.set_limits({.memory = 10 * sizeof(Wide)});
  EXPECT_EQ(decode<std::vector<Wide>>(enough).size(), 10U);
  EXPECT_TRUE(enough.ok());
  scarce.set_limits({.memory = 10 * sizeof(Wide) - 1});
  EXPECT_EQ(decode<std::vector<Wide>>(scarce).capacity(), 0U);
  EXPECT_EQ(scarce.error(), DecodeError::too_much);
}

TEST(Codec, counts_sequences_within_sequences_together) {
  Encoder encoder;
  encode(encoder, std::vector(3, std::vector<std::string>(5)));
  constexpr std::size_t kMemory = 3 * sizeof(std::vector<std::string>) + 15 * sizeof(std::string);
  for (const auto memory : {kMemory, kMemory - 1}) {
    Decoder decoder{encoder.bytes()};
    decoder.set_limits({.memory = memory});
    static_cast<void>(decode<std::vector<std::vector<std::string>>>(decoder));
    EXPECT_EQ(decoder.ok(), memory == kMemory);
  }
}

TEST(Codec, takes_numbers_without_a_charge) {
  Encoder encoder;
  encode(encoder, std::vector<double>(1000));
  Decoder decoder{encoder.bytes()};
  decoder.set_limits({.memory = 0});
  EXPECT_EQ(decode<std::vector<double>>(decoder).size(), 1000U);
}

}  // namespace
}  // namespace orbweaver::cdr
