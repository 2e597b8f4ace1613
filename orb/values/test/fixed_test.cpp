// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/fixed.hpp>

#include <orbweaver/corba/exception.hpp>

#include <gtest/gtest.h>

namespace {

using CORBA::Fixed;

std::string text(const Fixed& value) { return value.to_string(); }

const std::string kMost(31, '9');

TEST(FixedNumbers, are_made_of_text_and_of_numbers) {
  EXPECT_EQ(text(Fixed{"12.50"}), "12.50");
  EXPECT_EQ(text(Fixed{"-0012.50d"}), "-12.50");
  EXPECT_EQ(text(Fixed{".5"}), "0.5");
  EXPECT_EQ(text(Fixed{"-0.0"}), "0.0");
  EXPECT_EQ(text(Fixed{kMost}), kMost);
  EXPECT_EQ(text(Fixed{"0." + kMost}), "0." + kMost);
  EXPECT_EQ(text(Fixed{-7}), "-7");
  EXPECT_EQ(text(Fixed{INT64_MIN}), "-9223372036854775808");
  EXPECT_EQ(text(Fixed{UINT64_MAX}), "18446744073709551615");
  EXPECT_EQ(text(Fixed{0.25}), "0.25");
  EXPECT_EQ(text(Fixed{-3.0F}), "-3");
  EXPECT_EQ(text(Fixed{}), "0");
  EXPECT_EQ(Fixed{"12.50"}.fixed_digits(), 4);
  EXPECT_EQ(Fixed{"12.50"}.fixed_scale(), 2);
}

TEST(FixedNumbers, what_is_none_is_refused) {
  for (const char* wrong : {"", "-", ".", "1.2.3", "1e3", " 1", "1 ", "--1", "0x1", "1.-2", "d"})
    EXPECT_THROW(static_cast<void>(Fixed{std::string_view{wrong}}), CORBA::DATA_CONVERSION)
        << wrong;
  EXPECT_THROW(static_cast<void>(Fixed{"1" + kMost}), CORBA::DATA_CONVERSION);
  EXPECT_THROW(static_cast<void>(Fixed{2e31}), CORBA::DATA_CONVERSION);
  EXPECT_THROW(static_cast<void>(Fixed{std::numeric_limits<double>::quiet_NaN()}),
               CORBA::DATA_CONVERSION);
}

TEST(FixedNumbers, are_added_and_subtracted_exactly) {
  EXPECT_EQ(text(Fixed{"1.25"} + Fixed{"2.5"}), "3.75");
  EXPECT_EQ(text(Fixed{"1.25"} - Fixed{"2.5"}), "-1.25");
  EXPECT_EQ(text(Fixed{"-1.25"} - Fixed{"-2.5"}), "1.25");
  EXPECT_EQ(text(Fixed{"99"} + 1), "100");
  EXPECT_EQ(text(Fixed{"1"} - 1), "0");
  EXPECT_THROW(static_cast<void>(Fixed{kMost} + 1), CORBA::DATA_CONVERSION);
  Fixed counted{"9.5"};
  EXPECT_EQ(text(counted++), "9.5");
  EXPECT_EQ(text(--counted), "9.5");
}

TEST(FixedNumbers, are_multiplied_and_what_is_beyond_31_digits_is_dropped) {
  EXPECT_EQ(text(Fixed{"1.5"} * Fixed{"-2.25"}), "-3.375");
  EXPECT_EQ(text(Fixed{"0.000000000000000000000000000001"} * Fixed{"0.1"}),
            "0.0000000000000000000000000000001");
  EXPECT_EQ(text(Fixed{"0.0000000000000000000000000000009"} * Fixed{"0.1"}),
            "0.0000000000000000000000000000000");
  EXPECT_EQ(text(Fixed{"1111111111111111"} * Fixed{"0.1111111111111111"}),
            "123456790123456.7654320987654321");
  EXPECT_THROW(static_cast<void>(Fixed{kMost} * 2), CORBA::DATA_CONVERSION);
}

TEST(FixedNumbers, are_divided_to_31_digits) {
  EXPECT_EQ(text(Fixed{"1"} / 4), "0.25");
  EXPECT_EQ(text(Fixed{"1"} / 3), "0." + std::string(31, '3'));
  EXPECT_EQ(text(Fixed{"-10"} / 3), "-3." + std::string(30, '3'));
  EXPECT_EQ(text(Fixed{kMost} / Fixed{kMost}), "1");
  EXPECT_EQ(Fixed{} / 7, 0);
  EXPECT_THROW(static_cast<void>(Fixed{1} / Fixed{"0.00"}), CORBA::DATA_CONVERSION);
}

TEST(FixedNumbers, are_rounded_and_truncated) {
  EXPECT_EQ(text(Fixed{"2.345"}.round(2)), "2.35");
  EXPECT_EQ(text(Fixed{"-2.345"}.round(2)), "-2.35");
  EXPECT_EQ(text(Fixed{"9.99"}.round(1)), "10.0");
  EXPECT_EQ(text(Fixed{"2.349"}.truncate(2)), "2.34");
  EXPECT_EQ(text(Fixed{"-0.4"}.truncate(0)), "0");
  EXPECT_EQ(text(Fixed{"2.3"}.round(5)), "2.3");
}

TEST(FixedNumbers, are_ordered_by_value_and_convert_back) {
  EXPECT_EQ(Fixed{"1.50"}, Fixed{"1.5"});
  EXPECT_LT(Fixed{"-2"}, Fixed{"-1.9"});
  EXPECT_GT(Fixed{"0.1"}, Fixed{"-5"});
  EXPECT_EQ(static_cast<std::int64_t>(Fixed{"-12.9"}), -12);
  EXPECT_EQ(static_cast<double>(Fixed{"-12.5"}), -12.5);
  EXPECT_THROW(static_cast<void>(static_cast<std::int64_t>(Fixed{kMost})), CORBA::DATA_CONVERSION);
  EXPECT_TRUE(!Fixed{"0.00"});
  EXPECT_FALSE(!Fixed{"0.01"});
}

TEST(FixedTypes, keep_their_digits_and_their_scale) {
  using Price = IDL::Fixed<5, 2>;
  Price price{"1.999"};
  EXPECT_EQ(price.to_string(), "1.99");
  price += 3;
  EXPECT_EQ(price, Price{"4.99"});
  price = price * price;
  EXPECT_EQ(price.to_string(), "24.90");
  EXPECT_THROW(price = 1000, CORBA::DATA_CONVERSION);
  EXPECT_EQ(price.to_string(), "24.90");
  EXPECT_EQ((price / 2).to_string(), "12.45");
  EXPECT_LT(price, 25);
}

}  // namespace
