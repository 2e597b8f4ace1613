// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/giop/code_sets.hpp>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

using cdr::TextConversion;
using cdr::WideForm;

constexpr std::uint32_t kIso646 = 0x00010020, kLatin15 = 0x0001000f, kUcs2 = 0x00010100,
                        kEbcdic = 0x10020025, kJis = 0x00030001;
constexpr Version k10{1, 0}, k11{1, 1}, k12{1, 2};

CodeSetOffers of(std::uint32_t native, std::vector<std::uint32_t> conversions = {},
                 std::uint32_t wide = kUtf16) {
  return {{native, std::move(conversions)}, {wide, {}}};
}

std::optional<std::uint32_t> chosen(const CodeSetOffers& offers, NativeText native) {
  const auto sets = choose_code_sets(offers, native);
  return sets ? std::optional{sets->for_char} : std::nullopt;
}

TEST(CodeSets, the_component_has_these_bytes) {
  const TaggedComponent component{
      kTagCodeSets, from_hex("00 000000 05010001 00000001 00010001 00010109 00000000")};
  const auto read = read_code_sets_component(component);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, offers_of(NativeText::utf8));
  EXPECT_EQ(read_code_sets_component(make_component(*read)), *read);
}

TEST(CodeSets, a_component_that_is_cut_or_another_is_none) {
  const auto whole = from_hex("00 000000 05010001 00000001 00010001 00010109 00000000");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read_code_sets_component(
        {kTagCodeSets, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}}))
        << size;
  EXPECT_FALSE(read_code_sets_component({2, whole}));
}

TEST(CodeSets, a_component_that_promises_more_than_it_has_is_none) {
  EXPECT_FALSE(read_code_sets_component(
      {kTagCodeSets, from_hex("00 000000 05010001 ffffffff 00010001 00010109 00000000")}));
}

TEST(CodeSets, the_context_is_read_as_it_was_written) {
  const TransmissionCodeSets sets{kUtf8, kUtf16};
  EXPECT_EQ(read_code_sets_context(encode(sets)), sets);
  EXPECT_EQ(read_code_sets_context(from_hex("00 000000 05010001 00010109")), sets);
  EXPECT_FALSE(read_code_sets_context(from_hex("00 000000 05010001 000101")));
}

TEST(CodeSets, the_choice_is_the_client_s_if_the_server_knows_it) {
  EXPECT_EQ(chosen(of(kUtf8), NativeText::utf8), kUtf8);
  EXPECT_EQ(chosen(of(kIso8859_1, {kUtf8}), NativeText::utf8), kUtf8);
  EXPECT_EQ(chosen(of(kUtf8, {kIso8859_1}), NativeText::latin1), kIso8859_1);
}

TEST(CodeSets, the_choice_is_otherwise_one_that_the_client_converts_to) {
  EXPECT_EQ(chosen(of(kIso8859_1), NativeText::utf8), kIso8859_1);
  EXPECT_EQ(chosen(of(kUtf8), NativeText::latin1), kUtf8);
  EXPECT_EQ(chosen(of(kEbcdic, {kIso8859_1}), NativeText::utf8), kIso8859_1);
}

TEST(CodeSets, the_choice_of_who_converts_nothing_is_the_server_s) {
  EXPECT_EQ(chosen(of(kIso8859_1, {kUtf8}), NativeText::as_is), kIso8859_1);
  EXPECT_EQ(chosen(of(kUtf8, {kIso8859_1}), NativeText::as_is), kUtf8);
  EXPECT_EQ(chosen(of(kEbcdic, {kUtf8}), NativeText::as_is), kUtf8);
  EXPECT_EQ(offers_of(NativeText::as_is), offers_of(NativeText::latin1));
  for (const auto set : {kIso8859_1, kUtf8})
    EXPECT_EQ(forms_of({set, kUtf16}, NativeText::as_is, k12)->text, TextConversion::untouched);
}

TEST(CodeSets, the_choice_falls_back_to_utf_8_among_relatives) {
  EXPECT_EQ(chosen(of(kIso646), NativeText::utf8), kUtf8);
  EXPECT_EQ(chosen(of(kLatin15), NativeText::latin1), kUtf8);
}

TEST(CodeSets, strangers_have_none_in_common) {
  EXPECT_EQ(chosen(of(kEbcdic), NativeText::utf8), std::nullopt);
  EXPECT_EQ(chosen(of(kJis, {kEbcdic}), NativeText::latin1), std::nullopt);
}

TEST(CodeSets, wide_characters_are_utf_16_or_not_spoken_of) {
  EXPECT_EQ(choose_code_sets(of(kUtf8), NativeText::utf8)->for_wchar, kUtf16);
  EXPECT_EQ(choose_code_sets(of(kUtf8, {}, kUcs2), NativeText::utf8)->for_wchar, kUtf16);
  EXPECT_EQ(choose_code_sets(of(kUtf8, {}, 0), NativeText::utf8)->for_wchar, 0U);
}

TEST(CodeSets, texts_are_converted_if_program_and_wire_differ) {
  const auto text = [](std::uint32_t set, NativeText native) {
    return forms_of({set, kUtf16}, native, k12)->text;
  };
  EXPECT_EQ(text(kUtf8, NativeText::utf8), TextConversion::untouched);
  EXPECT_EQ(text(kIso8859_1, NativeText::utf8), TextConversion::utf8_as_latin1);
  EXPECT_EQ(text(kUtf8, NativeText::latin1), TextConversion::latin1_as_utf8);
  EXPECT_EQ(text(kIso8859_1, NativeText::latin1), TextConversion::untouched);
  EXPECT_EQ(text(0, NativeText::utf8), TextConversion::untouched);
}

TEST(CodeSets, wide_characters_have_the_form_of_the_version) {
  const auto wide = [](std::uint32_t set, Version version) {
    return forms_of({kUtf8, set}, NativeText::utf8, version)->wide;
  };
  EXPECT_EQ(wide(kUtf16, k12), WideForm::counted);
  EXPECT_EQ(wide(kUtf16, k11), WideForm::units);
  EXPECT_EQ(wide(kUtf16, k10), WideForm::refused);
  EXPECT_EQ(wide(0, k12), WideForm::refused);
  EXPECT_EQ(forms_without_agreement(k12), cdr::CodeSets{});
  EXPECT_EQ(forms_without_agreement(k11).wide, WideForm::units);
  EXPECT_EQ(forms_without_agreement(k10).wide, WideForm::refused);
}

TEST(CodeSets, that_this_orb_does_not_convert_from_have_no_form) {
  EXPECT_FALSE(forms_of({kEbcdic, kUtf16}, NativeText::utf8, k12));
  EXPECT_FALSE(forms_of({kUtf8, kUcs2}, NativeText::utf8, k12));
}

}  // namespace
}  // namespace orbweaver::giop
