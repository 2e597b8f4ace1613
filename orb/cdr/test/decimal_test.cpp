// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/decimal.hpp>

#include <gmock/gmock.h>

namespace {

using namespace orbweaver::cdr;
using testing::ElementsAre;

Decimal decimal(std::initializer_list<std::uint8_t> least_first, bool is_negative = false) {
  Decimal value{.is_negative = is_negative};
  std::ranges::copy(least_first, value.digits.begin());
  return value;
}

std::vector<int> written(const Decimal& value, std::size_t digits) {
  Encoder encoder;
  put_decimal(encoder, value, digits);
  std::vector<int> octets;
  for (const auto byte : encoder.bytes()) octets.push_back(std::to_integer<int>(byte));
  return octets;
}

std::optional<Decimal> read(std::vector<std::uint8_t> octets, std::size_t digits) {
  Decoder decoder{std::as_bytes(std::span{octets})};
  const Decimal value = get_decimal(decoder, digits);
  if (!decoder.ok()) {
    EXPECT_EQ(value, Decimal{});
    return std::nullopt;
  }
  EXPECT_EQ(decoder.remaining(), 0U);
  return value;
}

TEST(Decimals, two_digits_share_an_octet_and_the_sign_comes_last) {
  EXPECT_THAT(written(decimal({3, 2, 1}), 3), ElementsAre(0x12, 0x3c));
  EXPECT_THAT(written(decimal({3, 2, 1}, true), 3), ElementsAre(0x12, 0x3d));
  EXPECT_THAT(written(decimal({2, 1}), 2), ElementsAre(0x01, 0x2c));
  EXPECT_THAT(written(decimal({7}), 1), ElementsAre(0x7c));
}

TEST(Decimals, every_number_of_digits_comes_back) {
  for (std::size_t digits = 1; digits <= kMaxDigits; ++digits) {
    Decimal value{.is_negative = digits % 3 == 0};
    for (std::size_t i = 0; i < digits; ++i)
      value.digits[i] = static_cast<std::uint8_t>((i * 7 + digits) % 10);
    Encoder encoder;
    put_decimal(encoder, value, digits);
    EXPECT_EQ(encoder.size(), packed_size(digits));
    Decoder decoder{encoder.bytes()};
    EXPECT_EQ(get_decimal(decoder, digits), value);
    EXPECT_TRUE(decoder.ok());
  }
}

TEST(Decimals, what_is_no_digit_or_no_sign_is_refused) {
  EXPECT_TRUE(read({0x12, 0x3c}, 3));
  EXPECT_FALSE(read({0x12, 0x3a}, 3));
  EXPECT_FALSE(read({0x12, 0x3f}, 3));
  EXPECT_FALSE(read({0x1a, 0x3c}, 3));
  EXPECT_FALSE(read({0xf2, 0x3c}, 3));
  EXPECT_FALSE(read({0x12, 0x30}, 3));
  EXPECT_FALSE(read({0x11, 0x2c}, 2)) << "a digit where only a zero can be";
  EXPECT_FALSE(read({0x3c}, 3)) << "too short";
}

}  // namespace
