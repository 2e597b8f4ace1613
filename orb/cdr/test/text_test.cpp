// SPDX-License-Identifier: Apache-2.0
// Strings and wide characters, as the code sets of a message have them written.
#include <gtest/gtest.h>
#include <orbweaver/cdr/codec.hpp>

#include <algorithm>
#include <array>

#include "hex.hpp"

namespace orbweaver::cdr {
namespace {

constexpr CodeSets kUtf8AsLatin1{TextConversion::utf8_as_latin1, WideForm::counted};
constexpr CodeSets kLatin1AsUtf8{TextConversion::latin1_as_utf8, WideForm::counted};
constexpr CodeSets kCounted{};
constexpr CodeSets kUnits{TextConversion::untouched, WideForm::units};
constexpr CodeSets kRefused{TextConversion::untouched, WideForm::refused};

template <class T>
Encoder encoded(const T& value, CodeSets code_sets, ByteOrder order = ByteOrder::big) {
  Encoder encoder{order};
  encoder.set_code_sets(code_sets);
  encode(encoder, value);
  return encoder;
}

template <class T>
void expect_both_ways(const T& value, CodeSets code_sets, std::string_view hex,
                      ByteOrder order = ByteOrder::big) {
  const auto encoder = encoded(value, code_sets, order);
  EXPECT_TRUE(encoder.ok());
  const auto expected = from_hex(hex);
  EXPECT_TRUE(std::ranges::equal(encoder.bytes(), expected)) << hex;
  Decoder decoder{expected, order};
  decoder.set_code_sets(code_sets);
  EXPECT_EQ(decode<T>(decoder), value);
  EXPECT_TRUE(decoder.ok()) << hex;
  EXPECT_EQ(decoder.remaining(), 0U);
}

template <class T>
void expect_refused(std::string_view hex, CodeSets code_sets, DecodeError error) {
  const auto bytes = from_hex(hex);
  Decoder decoder{bytes, ByteOrder::big};
  decoder.set_code_sets(code_sets);
  EXPECT_EQ(decode<T>(decoder), T{}) << hex;
  EXPECT_EQ(decoder.error(), error) << hex;
}

template <class T>
void expect_unwritable(const T& value, CodeSets code_sets, EncodeError error) {
  EXPECT_EQ(encoded(value, code_sets).error(), error);
}

TEST(Text, is_written_in_the_code_set_of_the_wire) {
  expect_both_ways<std::string>("a\xe9", {}, "00000003 61e900");
  expect_both_ways<std::string>("a\xe9\xff\x80", kLatin1AsUtf8, "00000008 61c3a9c3bfc28000");
  expect_both_ways<std::string>("a\xc3\xa9", kUtf8AsLatin1, "00000003 61e900");
  expect_both_ways<std::string>("plain", kLatin1AsUtf8, "00000006 706c61696e00");
  expect_both_ways<std::string>("", kUtf8AsLatin1, "00000001 00");
}

TEST(Text, that_the_wire_cannot_say_makes_the_encoder_fail) {
  expect_unwritable<std::string>("\xe2\x82\xac", kUtf8AsLatin1, EncodeError::bad_character);
  expect_unwritable<std::string>("\xc3", kUtf8AsLatin1, EncodeError::bad_character);
  expect_unwritable<std::string>("\xc3\xc3", kUtf8AsLatin1, EncodeError::bad_character);
  expect_unwritable<std::string>("\xc1\x81", kUtf8AsLatin1, EncodeError::bad_character);
  expect_unwritable(std::string("a\0b", 3), {}, EncodeError::bad_text);
}

TEST(Text, that_the_program_cannot_say_makes_the_decoder_fail) {
  expect_refused<std::string>("00000004 e282ac00", kLatin1AsUtf8, DecodeError::bad_character);
  expect_refused<std::string>("00000002 c300", kLatin1AsUtf8, DecodeError::bad_character);
  expect_refused<std::string>("00000003 610000", kLatin1AsUtf8, DecodeError::bad_string);
}

TEST(Wide, character_of_giop_1_2_is_counted_in_octets_and_big_endian) {
  expect_both_ways(L'\x20ac', kCounted, "02 20ac");
  expect_both_ways(L'\x20ac', kCounted, "02 20ac", ByteOrder::little);
  expect_both_ways(L'\0', kCounted, "02 0000");
  expect_both_ways(L'\xffff', kCounted, "02 ffff");
  expect_both_ways(L'\x10ffff', kCounted, "04 dbffdfff");
}

TEST(Wide, text_of_giop_1_2_is_counted_in_octets_and_has_no_null) {
  expect_both_ways<std::wstring>(L"a\x20ac", kCounted, "00000004 006120ac");
  expect_both_ways<std::wstring>(L"\x1f600", kCounted, "00000004 d83dde00");
  expect_both_ways<std::wstring>(L"", kCounted, "00000000");
}

TEST(Wide, of_giop_1_2_may_say_its_byte_order) {
  const auto little = from_hex("04 fffeac20 000000 00000004 fffeac20 00000004 feff20ac");
  Decoder decoder{little, ByteOrder::big};
  EXPECT_EQ(decoder.get_wide(), L'\x20ac');
  EXPECT_EQ(decoder.get_wide_text(), L"\x20ac");
  EXPECT_EQ(decoder.get_wide_text(), L"\x20ac");
  EXPECT_TRUE(decoder.ok());
}

TEST(Wide, that_looks_like_a_byte_order_mark_comes_behind_one) {
  expect_both_ways<std::wstring>(
      L"\xfffe"
      L"a",
      kCounted, "00000006 fefffffe0061");
  expect_both_ways<std::wstring>(
      L"\xfeff"
      L"a",
      kCounted, "00000006 fefffeff0061");
  expect_both_ways<std::wstring>(L"a\xfeff", kCounted, "00000004 0061feff");
  expect_both_ways<wchar_t>(L'\xfffe', kCounted, "04 fefffffe");
  expect_both_ways<wchar_t>(L'\xfeff', kCounted, "04 fefffeff");
}

TEST(Wide, of_giop_1_1_is_in_units_of_the_messages_byte_order) {
  expect_both_ways(L'\x20ac', kUnits, "20ac");
  expect_both_ways(L'\x20ac', kUnits, "ac20", ByteOrder::little);
  expect_both_ways<std::wstring>(L"a\x20ac", kUnits, "00000003 006120ac0000");
  expect_both_ways<std::wstring>(L"a", kUnits, "02000000 61000000", ByteOrder::little);
  expect_both_ways<std::wstring>(L"", kUnits, "00000001 0000");
  expect_both_ways(std::array<wchar_t, 2>{L'a', L'b'}, kUnits, "00610062");
}

TEST(Wide, of_giop_1_0_does_not_exist) {
  expect_unwritable(L'a', kRefused, EncodeError::wide_refused);
  expect_unwritable<std::wstring>(L"", kRefused, EncodeError::wide_refused);
  expect_refused<wchar_t>("02 0061", kRefused, DecodeError::wide_refused);
  expect_refused<std::wstring>("00000002 0061", kRefused, DecodeError::wide_refused);
}

TEST(Wide, that_is_no_character_makes_the_encoder_fail) {
  expect_unwritable(wchar_t{0xd800}, kCounted, EncodeError::bad_character);
  expect_unwritable(wchar_t{0x110000}, kCounted, EncodeError::bad_character);
  expect_unwritable(wchar_t{0x10000}, kUnits, EncodeError::bad_character);
  expect_unwritable(std::wstring(1, wchar_t{0xdfff}), kCounted, EncodeError::bad_character);
  expect_unwritable(std::wstring(L"a\0b", 3), kCounted, EncodeError::bad_text);
}

TEST(Wide, character_that_does_not_fit_makes_the_decoder_fail) {
  for (const auto* hex : {"00", "01 61", "02 d800", "02 feff", "03 006100", "04 00610062",
                          "04 d8000061", "06 feff00610062"})
    expect_refused<wchar_t>(hex, kCounted, DecodeError::bad_character);
  expect_refused<wchar_t>("02 00", kCounted, DecodeError::truncated);
  expect_refused<wchar_t>("dc00", kUnits, DecodeError::bad_character);
}

TEST(Wide, text_that_does_not_fit_makes_the_decoder_fail) {
  expect_refused<std::wstring>("00000003 006100", kCounted, DecodeError::bad_length);
  expect_refused<std::wstring>("00000004 0061", kCounted, DecodeError::bad_length);
  expect_refused<std::wstring>("ffffffff 0061", kCounted, DecodeError::bad_length);
  expect_refused<std::wstring>("00000002 d800", kCounted, DecodeError::bad_character);
  expect_refused<std::wstring>("00000002 0000", kCounted, DecodeError::bad_string);
  expect_refused<std::wstring>("00000001 0061", kUnits, DecodeError::bad_string);
  expect_refused<std::wstring>("00000003 006100000000", kUnits, DecodeError::bad_string);
  expect_refused<std::wstring>("ffffffff 0000", kUnits, DecodeError::bad_length);
}

TEST(CodeSets, are_those_of_the_default_again_in_a_cleared_encoder) {
  auto encoder = encoded(L'a', kRefused);
  EXPECT_FALSE(encoder.ok());
  encoder.clear();
  EXPECT_TRUE(encoder.ok());
  EXPECT_EQ(encoder.code_sets(), CodeSets{});
}

TEST(CodeSets, hold_in_an_encapsulation_too) {
  const auto bytes = from_hex("00000005 00 000000 61");
  Decoder decoder{bytes, ByteOrder::big};
  decoder.set_code_sets(kUnits);
  EXPECT_EQ(decoder.get_encapsulation().code_sets(), kUnits);
}

}  // namespace
}  // namespace orbweaver::cdr
