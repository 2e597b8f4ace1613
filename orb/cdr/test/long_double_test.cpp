// SPDX-License-Identifier: Apache-2.0
// long double on its way through binary128.
#include <gtest/gtest.h>
#include <orbweaver/cdr/codec.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hex.hpp"

namespace orbweaver::cdr {
namespace {

using Limits = std::numeric_limits<long double>;

long double decoded(std::string_view hex) {
  const auto bytes = from_hex(hex);
  Decoder decoder{bytes, ByteOrder::big};
  const auto value = decode<long double>(decoder);
  EXPECT_TRUE(decoder.ok());
  EXPECT_EQ(decoder.remaining(), 0U);
  return value;
}

void expect_both_ways(long double value, std::string_view hex) {
  Encoder encoder{ByteOrder::big};
  encode(encoder, value);
  EXPECT_TRUE(std::ranges::equal(encoder.bytes(), from_hex(hex))) << hex;
  EXPECT_EQ(decoded(hex), value) << hex;
  EXPECT_EQ(std::signbit(decoded(hex)), std::signbit(value));
}

TEST(LongDouble, is_binary128_on_the_wire) {
  expect_both_ways(0.0L, "00000000000000000000000000000000");
  expect_both_ways(-0.0L, "80000000000000000000000000000000");
  expect_both_ways(1.0L, "3fff0000000000000000000000000000");
  expect_both_ways(-2.5L, "c0004000000000000000000000000000");
  expect_both_ways(Limits::infinity(), "7fff0000000000000000000000000000");
  expect_both_ways(-Limits::infinity(), "ffff0000000000000000000000000000");
}

TEST(LongDouble, keeps_each_value_that_the_machine_has) {
  for (const auto order : {ByteOrder::little, ByteOrder::big}) {
    for (const long double value :
         {Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(),
          -Limits::denorm_min(), Limits::epsilon(), 1.0L + Limits::epsilon(), 0.1L,
          Limits::min() - Limits::denorm_min()}) {
      Encoder encoder{order};
      encode(encoder, value);
      Decoder decoder{encoder.bytes(), order};
      EXPECT_EQ(decode<long double>(decoder), value);
    }
  }
}

TEST(LongDouble, that_is_not_a_number_stays_one) {
  for (const long double value : {Limits::quiet_NaN(), -Limits::quiet_NaN()}) {
    Encoder encoder{ByteOrder::big};
    encode(encoder, value);
    Decoder decoder{encoder.bytes(), ByteOrder::big};
    const auto copy = decode<long double>(decoder);
    EXPECT_TRUE(std::isnan(copy));
    EXPECT_EQ(std::signbit(copy), std::signbit(value));
  }
  // A payload in the bits alone that x86 has no room for.
  EXPECT_TRUE(std::isnan(decoded("7fff0000000000000000000000000001")));
}

TEST(LongDouble, is_rounded_to_the_nearest_and_ties_to_even) {
  if (Limits::digits != 64)
    GTEST_SKIP() << "only x86 has these steps; of a double: binary128_test.cpp";
  const long double step = Limits::epsilon();
  EXPECT_EQ(decoded("3fff0000000000000001000000000000"), 1.0L);             // half a step, down
  EXPECT_EQ(decoded("3fff0000000000000001000000000001"), 1.0L + step);      // a little more
  EXPECT_EQ(decoded("3fff0000000000000003000000000000"), 1.0L + 2 * step);  // half a step, up
  EXPECT_EQ(decoded("7ffeffffffffffffffffffffffffffff"), Limits::infinity());
  EXPECT_EQ(decoded("00000000000000000000000000000001"), 0.0L);
}

TEST(LongDouble, is_aligned_to_8) {
  Encoder encoder{ByteOrder::big};
  encoder.put_octet(7);
  encode(encoder, 1.0L);
  EXPECT_EQ(encoder.size(), 24U);
  Decoder decoder{encoder.bytes(), ByteOrder::big};
  EXPECT_EQ(decoder.get_octet(), 7);
  EXPECT_EQ(decode<long double>(decoder), 1.0L);
}

TEST(LongDouble, cut_short_makes_the_decoder_fail) {
  const std::array<std::byte, 15> bytes{};
  Decoder decoder{bytes};
  EXPECT_EQ(decode<long double>(decoder), 0.0L);
  EXPECT_EQ(decoder.error(), DecodeError::truncated);
}

}  // namespace
}  // namespace orbweaver::cdr
