// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/parse.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orbweaver::property {
namespace {

std::string fault(Type type, std::string_view text) {
  const auto value = parse_scalar(type, text);
  return value ? "fits: " + to_text(*value) : value.error().text;
}

template <class T>
T parsed(Type type, std::string_view text) {
  return std::get<T>(parse_scalar(type, text).value());
}

TEST(Scalar, integers_reach_the_ends_of_their_type) {
  EXPECT_EQ(parsed<std::int16_t>(Type::short_, "-32768"), -32768);
  EXPECT_EQ(parsed<std::int16_t>(Type::short_, "32767"), 32767);
  EXPECT_EQ(parsed<std::uint16_t>(Type::ushort, "65535"), 65535);
  EXPECT_EQ(parsed<std::uint8_t>(Type::octet, "255"), 255);
  EXPECT_EQ(parsed<std::int32_t>(Type::long_, "-2147483648"), INT32_MIN);
  EXPECT_EQ(parsed<std::uint32_t>(Type::ulong, "4294967295"), UINT32_MAX);
  EXPECT_EQ(parsed<std::int64_t>(Type::longlong, "-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(parsed<std::uint64_t>(Type::ulonglong, "18446744073709551615"), UINT64_MAX);
}

TEST(Scalar, an_integer_beyond_its_type_is_refused_with_the_limits) {
  EXPECT_EQ(fault(Type::short_, "70000"), "70000 does not fit short (-32768 to 32767)");
  EXPECT_EQ(fault(Type::ushort, "-1"), "-1 does not fit ushort (0 to 65535)");
  EXPECT_EQ(fault(Type::octet, "256"), "256 does not fit octet (0 to 255)");
  EXPECT_EQ(fault(Type::long_, "-2147483649"),
            "-2147483649 does not fit long (-2147483648 to 2147483647)");
  EXPECT_EQ(fault(Type::ulonglong, "18446744073709551616"),
            "18446744073709551616 does not fit ulonglong (0 to 18446744073709551615)");
  EXPECT_EQ(fault(Type::longlong, "9223372036854775808"),
            "9223372036854775808 does not fit longlong (-9223372036854775808 to "
            "9223372036854775807)");
}

TEST(Scalar, hexadecimal_signs_and_white_space_are_read) {
  EXPECT_EQ(parsed<std::int32_t>(Type::long_, " 0x10\n"), 16);
  EXPECT_EQ(parsed<std::int32_t>(Type::long_, "-0X10"), -16);
  EXPECT_EQ(parsed<std::int32_t>(Type::long_, "+5"), 5);
  EXPECT_EQ(parsed<std::uint16_t>(Type::ushort, "-0"), 0);
  EXPECT_EQ(parsed<double>(Type::double_, "0x10"), 16);
  EXPECT_EQ(parsed<double>(Type::double_, "+1.5"), 1.5);
}

TEST(Scalar, a_leading_zero_is_decimal_and_known_to_be_octal_elsewhere) {
  EXPECT_EQ(parsed<std::int32_t>(Type::long_, "010"), 10);
  EXPECT_TRUE(reads_as_octal_elsewhere(Type::long_, " -010"));
  EXPECT_FALSE(reads_as_octal_elsewhere(Type::long_, "0"));
  EXPECT_FALSE(reads_as_octal_elsewhere(Type::long_, "000"));
  EXPECT_FALSE(reads_as_octal_elsewhere(Type::long_, "0x10"));
  EXPECT_FALSE(reads_as_octal_elsewhere(Type::double_, "010"));
}

TEST(Scalar, what_is_no_number_is_named) {
  EXPECT_EQ(fault(Type::long_, "fast"), "'fast' is no whole number (long), as 42 or 0x2A");
  EXPECT_EQ(fault(Type::long_, ""), "'' is no whole number (long), as 42 or 0x2A");
  EXPECT_EQ(fault(Type::long_, "12 34"), "'12 34' is no whole number (long), as 42 or 0x2A");
  EXPECT_EQ(fault(Type::long_, "--1"), "'--1' is no whole number (long), as 42 or 0x2A");
  EXPECT_EQ(fault(Type::long_, "0x"), "'0x' is no whole number (long), as 42 or 0x2A");
  EXPECT_EQ(fault(Type::long_, "1.5"), "'1.5' is no whole number, and long has no fractions");
  EXPECT_EQ(fault(Type::double_, "1.5dB"), "'1.5dB' is no number (double), as 2.5 or 1e6");
  EXPECT_EQ(fault(Type::float_, ""), "'' is no number (float), as 2.5 or 1e6");
}

TEST(Scalar, a_long_text_is_cut_in_the_message) {
  const auto text = fault(Type::long_, std::string(1000, 'x'));
  EXPECT_LT(text.size(), 120U);
  EXPECT_NE(text.find("..."), std::string::npos);
}

TEST(Scalar, floating_point_numbers_beyond_their_type_are_refused) {
  EXPECT_EQ(fault(Type::float_, "1e39"), "1e39 does not fit float");
  EXPECT_EQ(fault(Type::double_, "1e400"), "1e400 does not fit double");
  EXPECT_EQ(parsed<float>(Type::float_, "3.4e38"), 3.4e38F);
  EXPECT_TRUE(std::isinf(parsed<float>(Type::float_, "inf")));
  EXPECT_TRUE(std::isnan(parsed<double>(Type::double_, "nan")));
}

TEST(Scalar, booleans_are_words_or_digits_in_any_case) {
  for (const auto* text : {"true", "True", "TRUE", "1", " true "})
    EXPECT_TRUE(parsed<bool>(Type::boolean, text)) << text;
  for (const auto* text : {"false", "False", "0"})
    EXPECT_FALSE(parsed<bool>(Type::boolean, text)) << text;
  EXPECT_EQ(fault(Type::boolean, "yes"), "'yes' is no boolean (true or false)");
}

TEST(Scalar, a_char_is_one_character_of_latin_1) {
  EXPECT_EQ(parsed<char>(Type::char_, "x"), 'x');
  EXPECT_EQ(parsed<char>(Type::char_, " "), ' ');
  EXPECT_EQ(parsed<char>(Type::char_, "\n x \n"), 'x');
  EXPECT_EQ(parsed<char>(Type::char_, "ä"), '\xE4');
  EXPECT_EQ(fault(Type::char_, "xy"), "'xy' is not one character (char)");
  EXPECT_EQ(fault(Type::char_, "€"), "'€' is not one character (char)");
  EXPECT_EQ(fault(Type::char_, ""), "'' is not one character (char)");
}

TEST(Scalar, a_string_keeps_its_white_space_and_a_reference_does_not) {
  EXPECT_EQ(parsed<std::string>(Type::string, " a "), " a ");
  EXPECT_EQ(parsed<ObjectReference>(Type::objref, " IOR:00 ").text, "IOR:00");
}

TEST(Scalar, times_are_read_as_redhawk_and_as_iso_8601_write_them) {
  const UtcTime expected{1709296200, 0.25, false};
  for (const auto* text :
       {"2024:03:01::12:30:00.25", "2024-03-01T12:30:00.25Z", "2024-03-01 12:30:00.25"})
    EXPECT_EQ(parsed<UtcTime>(Type::utctime, text), expected) << text;
  EXPECT_TRUE(parsed<UtcTime>(Type::utctime, "now").now);
  for (const auto* text : {"2024:13:01::00:00:00", "2023:02:29::00:00:00", "2024:03:01::24:00:00",
                           "2024:03:01", "yesterday", "", "2024:03:01::12:30:60"})
    EXPECT_FALSE(parse_scalar(Type::utctime, text)) << text;
}

TEST(Complex, both_parts_are_read) {
  const auto value = parse_complex(Type::float_, "1.5-j2").value();
  EXPECT_EQ(std::get<float>(value.real), 1.5F);
  EXPECT_EQ(std::get<float>(value.imaginary), -2.0F);
  EXPECT_EQ(std::get<std::int16_t>(parse_complex(Type::short_, "-3+j4")->imaginary), 4);
  EXPECT_EQ(std::get<std::int16_t>(parse_complex(Type::short_, "-3")->imaginary), 0);
  EXPECT_EQ(to_text(parse_complex(Type::short_, "j431").value()), "0+j431");
  EXPECT_EQ(to_text(parse_complex(Type::short_, "-j567").value()), "0-j567");
  EXPECT_EQ(std::get<double>(parse_complex(Type::double_, "1e+3+j2e-1")->real), 1000);
  EXPECT_EQ(std::get<char>(parse_complex(Type::char_, "-1+j65")->imaginary), 'A');
  EXPECT_TRUE(std::get<bool>(parse_complex(Type::boolean, "true+jfalse")->real));
}

TEST(Complex, each_part_must_fit) {
  EXPECT_EQ(parse_complex(Type::octet, "1+j300").error().text, "300 does not fit octet (0 to 255)");
  EXPECT_EQ(parse_complex(Type::string, "a").error().text, "string has no complex values");
  EXPECT_FALSE(parse_complex(Type::float_, "1+j"));
  EXPECT_FALSE(parse_complex(Type::float_, ""));
}

class EveryType : public testing::TestWithParam<std::tuple<Type, const char*>> {};

TEST_P(EveryType, text_of_a_value_gives_the_value_again) {
  const auto& [type, text] = GetParam();
  const auto value = parse_scalar(type, text).value();
  EXPECT_EQ(type_of(value), type);
  EXPECT_EQ(parse_scalar(type, to_text(value)).value(), value) << to_text(value);
  EXPECT_EQ(type_named(name_of(type)), type);
}

INSTANTIATE_TEST_SUITE_P(
    Values, EveryType,
    testing::Values(std::tuple{Type::boolean, "true"}, std::tuple{Type::char_, "\xC3\xA4"},
                    std::tuple{Type::double_, "0.1"}, std::tuple{Type::float_, "0.1"},
                    std::tuple{Type::short_, "-7"}, std::tuple{Type::long_, "-70000"},
                    std::tuple{Type::longlong, "-7000000000"}, std::tuple{Type::objref, "IOR:00"},
                    std::tuple{Type::octet, "7"}, std::tuple{Type::string, "a b"},
                    std::tuple{Type::ulong, "3000000000"},
                    std::tuple{Type::ulonglong, "18446744073709551615"},
                    std::tuple{Type::ushort, "40000"},
                    std::tuple{Type::utctime, "0099:12:31::23:59:59.001"}));

}  // namespace
}  // namespace orbweaver::property
