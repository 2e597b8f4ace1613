// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/cdr/decode_context.hpp>
#include <orbweaver/cdr/decoder.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hex.hpp"

namespace orbweaver::cdr {
namespace {

constexpr ByteOrder kForeignOrder =
    kNativeOrder == ByteOrder::little ? ByteOrder::big : ByteOrder::little;

TEST(Decoder, reads_each_number_at_its_alignment_in_little_endian) {
  const auto bytes = from_hex(
      "2a 00 feff 01 000000 04030201 00000000 8877665544332211"
      "41 000000 0000c03f 000000000000d0bf");
  Decoder decoder{bytes, ByteOrder::little};
  EXPECT_EQ(decoder.get_octet(), 0x2a);
  EXPECT_EQ(decoder.get<std::int16_t>(), -2);
  EXPECT_TRUE(decoder.get_boolean());
  EXPECT_EQ(decoder.get<std::uint32_t>(), 0x01020304U);
  EXPECT_EQ(decoder.get<std::uint64_t>(), 0x1122334455667788U);
  EXPECT_EQ(decoder.get<char>(), 'A');
  EXPECT_EQ(decoder.get<float>(), 1.5F);
  EXPECT_EQ(decoder.get<double>(), -0.25);
  EXPECT_EQ(decoder.remaining(), 0U);
  EXPECT_TRUE(decoder.ok());
}

TEST(Decoder, reads_each_number_at_its_alignment_in_big_endian) {
  const auto bytes = from_hex("2a 00 fffe 01020304 3fc00000 00000000 bfd0000000000000");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_octet(), 0x2a);
  EXPECT_EQ(decoder.get<std::int16_t>(), -2);
  EXPECT_EQ(decoder.get<std::uint32_t>(), 0x01020304U);
  EXPECT_EQ(decoder.get<float>(), 1.5F);
  EXPECT_EQ(decoder.get<double>(), -0.25);
  EXPECT_TRUE(decoder.ok());
}

TEST(Decoder, aligns_to_the_position_in_the_message_that_its_origin_says) {
  const auto bytes = from_hex("00000000 0000000000000009");
  Decoder decoder{bytes, ByteOrder::big, 12};
  EXPECT_EQ(decoder.position(), 12U);
  EXPECT_EQ(decoder.get<std::uint64_t>(), 9U);
  EXPECT_EQ(decoder.position(), 24U);
}

TEST(Decoder, refuses_a_number_that_ends_beyond_the_last_byte) {
  const auto bytes = from_hex("000102");
  Decoder decoder{bytes};
  EXPECT_EQ(decoder.get<std::uint32_t>(), 0U);
  EXPECT_EQ(decoder.error(), DecodeError::truncated);
}

TEST(Decoder, refuses_padding_that_ends_beyond_the_last_byte) {
  const auto bytes = from_hex("0102");
  Decoder decoder{bytes};
  static_cast<void>(decoder.get_octet());
  decoder.align(8);
  EXPECT_EQ(decoder.error(), DecodeError::truncated);
}

TEST(Decoder, stays_failed_and_reads_nothing_after_the_first_failure) {
  const auto bytes = from_hex("02 01 00000001 61626300");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_FALSE(decoder.get_boolean());
  decoder.fail(DecodeError::too_deep);
  EXPECT_EQ(decoder.error(), DecodeError::bad_boolean);
  EXPECT_EQ(decoder.remaining(), 0U);
  EXPECT_EQ(decoder.position(), 1U);
  EXPECT_EQ(decoder.get_octet(), 0);
  EXPECT_EQ(decoder.get_string(), "");
  EXPECT_TRUE(decoder.get_bytes(1).empty());
  EXPECT_EQ(decoder.get_length(1), 0U);
  std::array<std::uint16_t, 2> values{1, 2};
  decoder.get_array<std::uint16_t>(values);
  EXPECT_EQ(values, (std::array<std::uint16_t, 2>{0, 0}));
  EXPECT_EQ(decoder.error(), DecodeError::bad_boolean);
}

TEST(Decoder, takes_only_0_and_1_as_booleans) {
  const auto bytes = from_hex("00 01 ff");
  Decoder decoder{bytes};
  EXPECT_FALSE(decoder.get_boolean());
  EXPECT_TRUE(decoder.get_boolean());
  EXPECT_TRUE(decoder.ok());
  EXPECT_FALSE(decoder.get_boolean());
  EXPECT_EQ(decoder.error(), DecodeError::bad_boolean);
}

TEST(Decoder, reads_a_string_in_place_without_its_nul) {
  const auto bytes = from_hex("00000004 61626300 00000001 00");
  Decoder decoder{bytes, ByteOrder::big};
  const auto text = decoder.get_string_view();
  EXPECT_EQ(text, "abc");
  EXPECT_EQ(as_bytes(text).data(), bytes.data() + 4);
  EXPECT_EQ(decoder.get_string(), "");
  EXPECT_TRUE(decoder.ok());
}

TEST(Decoder, takes_a_string_of_length_0_as_the_empty_string) {
  const auto bytes = from_hex("00000000 07");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_string_view(), "");
  EXPECT_EQ(decoder.get_octet(), 7);
  EXPECT_TRUE(decoder.ok());
}

TEST(Decoder, refuses_a_string_longer_than_the_rest) {
  const auto bytes = from_hex("00000005 61626300");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_string_view(), "");
  EXPECT_EQ(decoder.error(), DecodeError::bad_length);
}

TEST(Decoder, refuses_a_string_without_a_nul_at_its_end) {
  const auto bytes = from_hex("00000003 616263");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_string_view(), "");
  EXPECT_EQ(decoder.error(), DecodeError::bad_string);
}

TEST(Decoder, refuses_a_string_with_a_nul_inside) {
  const auto bytes = from_hex("00000004 61006300");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_string_view(), "");
  EXPECT_EQ(decoder.error(), DecodeError::bad_string);
}

TEST(Decoder, takes_a_length_that_the_rest_can_just_hold) {
  const auto bytes = from_hex("00000002 0000000000000000");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_length(4), 2U);
  EXPECT_TRUE(decoder.ok());
}

TEST(Decoder, refuses_a_length_that_the_rest_cannot_hold) {
  for (const char* hex : {"00000003 0000000000000000", "ffffffff 0000000000000000"}) {
    const auto bytes = from_hex(hex);
    Decoder decoder{bytes, ByteOrder::big};
    EXPECT_EQ(decoder.get_length(4), 0U);
    EXPECT_EQ(decoder.error(), DecodeError::bad_length);
  }
}

TEST(Decoder, refuses_more_bytes_than_any_message_has) {
  const auto bytes = from_hex("0000");
  Decoder decoder{bytes};
  static_cast<void>(decoder.get_octet());
  EXPECT_TRUE(decoder.get_bytes(SIZE_MAX).empty());
  EXPECT_EQ(decoder.error(), DecodeError::truncated);
}

TEST(Decoder, reads_octets_as_a_view) {
  const auto bytes = from_hex("00000002 aabb cc");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(to_hex(decoder.get_octets()), "aa bb");
  EXPECT_EQ(decoder.remaining(), 1U);
}

TEST(Decoder, reads_an_array_in_either_byte_order) {
  const auto bytes = from_hex("01 00 0102 0304");
  for (const auto& [order, first] :
       {std::pair{ByteOrder::big, 0x0102}, std::pair{ByteOrder::little, 0x0201}}) {
    Decoder decoder{bytes, order};
    static_cast<void>(decoder.get_octet());
    std::array<std::uint16_t, 2> values{};
    decoder.get_array<std::uint16_t>(values);
    EXPECT_EQ(values[0], first);
    EXPECT_EQ(decoder.remaining(), 0U);
  }
}

TEST(Decoder, fills_an_array_that_does_not_fit_with_zeros) {
  const auto bytes = from_hex("0102");
  Decoder decoder{bytes};
  std::array<std::uint32_t, 2> values{1, 2};
  decoder.get_array<std::uint32_t>(values);
  EXPECT_EQ(values, (std::array<std::uint32_t, 2>{0, 0}));
  EXPECT_EQ(decoder.error(), DecodeError::truncated);
}

TEST(Decoder, aligns_nothing_for_an_array_without_elements) {
  const auto bytes = from_hex("01");
  Decoder decoder{bytes};
  static_cast<void>(decoder.get_octet());
  decoder.get_array(std::span<double>{});
  EXPECT_TRUE(decoder.ok());
}

class ArrayView : public ::testing::Test {
 protected:
  alignas(8) std::array<std::byte, 24> memory_{};
};

TEST_F(ArrayView, shows_elements_that_lie_aligned_in_native_order) {
  Decoder decoder{memory_, kNativeOrder};
  static_cast<void>(decoder.get<std::uint32_t>());
  const auto view = decoder.get_array_view<double>(2);
  ASSERT_EQ(view.size(), 2U);
  EXPECT_EQ(static_cast<const void*>(view.data()), memory_.data() + 8);
  EXPECT_EQ(decoder.remaining(), 0U);
}

TEST_F(ArrayView, is_empty_without_a_step_in_the_other_byte_order) {
  Decoder decoder{memory_, kForeignOrder};
  EXPECT_TRUE(decoder.get_array_view<double>(2).empty());
  EXPECT_EQ(decoder.position(), 0U);
  EXPECT_TRUE(decoder.ok());
  EXPECT_EQ(decoder.get_array_view<char>(3).size(), 3U);
}

TEST_F(ArrayView, is_empty_without_a_step_where_memory_is_not_aligned) {
  Decoder decoder{Bytes{memory_}.subspan(1), kNativeOrder};
  EXPECT_TRUE(decoder.get_array_view<double>(2).empty());
  EXPECT_EQ(decoder.position(), 0U);
  EXPECT_TRUE(decoder.ok());
}

TEST_F(ArrayView, is_empty_without_a_step_if_the_rest_cannot_hold_it) {
  Decoder decoder{memory_, kNativeOrder};
  for (const std::size_t count : {std::size_t{0}, std::size_t{4}, SIZE_MAX / 8 + 2})
    EXPECT_TRUE(decoder.get_array_view<double>(count).empty());
  EXPECT_EQ(decoder.position(), 0U);
  EXPECT_TRUE(decoder.ok());
}

TEST(Encapsulation, has_its_own_byte_order_and_alignment) {
  const auto bytes = from_hex("07 000000 00000010 01 00000000000000 0500000000000000 0008");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_octet(), 7);
  Decoder inner = decoder.get_encapsulation();
  EXPECT_EQ(inner.byte_order(), ByteOrder::little);
  EXPECT_EQ(inner.position(), 1U);
  EXPECT_EQ(inner.get<std::uint64_t>(), 5U);
  EXPECT_EQ(inner.remaining(), 0U);
  EXPECT_EQ(decoder.get<std::uint16_t>(), 8U);
  EXPECT_TRUE(decoder.ok());
}

TEST(Encapsulation, with_an_unknown_byte_order_fails_alone) {
  const auto bytes = from_hex("00000002 0205 09");
  Decoder decoder{bytes, ByteOrder::big};
  const Decoder inner = decoder.get_encapsulation();
  EXPECT_EQ(inner.error(), DecodeError::bad_byte_order);
  EXPECT_EQ(decoder.get_octet(), 9);
  EXPECT_TRUE(decoder.ok());
}

TEST(Encapsulation, without_content_fails_alone) {
  const auto bytes = from_hex("00000000");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_encapsulation().error(), DecodeError::truncated);
  EXPECT_TRUE(decoder.ok());
}

TEST(Encapsulation, longer_than_the_rest_fails_together_with_its_decoder) {
  const auto bytes = from_hex("00000009 00");
  Decoder decoder{bytes, ByteOrder::big};
  EXPECT_EQ(decoder.get_encapsulation().error(), DecodeError::bad_length);
  EXPECT_EQ(decoder.error(), DecodeError::bad_length);
}

struct AnyContext final : DecodeContext {
  std::weak_ptr<DecodeContext> weak_context() noexcept override { return {}; }
};

TEST(Encapsulation, carries_on_the_context_and_the_depth) {
  const auto bytes = from_hex("00000001 00");
  AnyContext anything;
  Decoder decoder{bytes, ByteOrder::big};
  decoder.set_context(&anything);
  for (unsigned i = 0; i < DecodeLimits::kUsualDepth; ++i) ASSERT_TRUE(decoder.enter());
  Decoder inner = decoder.get_encapsulation();
  EXPECT_EQ(inner.context(), &anything);
  EXPECT_FALSE(inner.enter());
  EXPECT_EQ(inner.error(), DecodeError::too_deep);
}

TEST(Nesting, fails_one_level_beyond_the_limit) {
  Decoder decoder{Bytes{}};
  for (unsigned i = 0; i < DecodeLimits::kUsualDepth; ++i) ASSERT_TRUE(decoder.enter());
  const Nesting nesting{decoder};
  EXPECT_FALSE(nesting);
  EXPECT_EQ(decoder.error(), DecodeError::too_deep);
}

TEST(Nesting, fails_beyond_the_limit_that_was_set) {
  Decoder decoder{Bytes{}};
  decoder.set_limits({.depth = 2});
  const Nesting one{decoder}, two{decoder}, three{decoder};
  EXPECT_TRUE(two);
  EXPECT_FALSE(three);
}

TEST(Lengths, beyond_the_limit_fail_though_the_rest_would_hold_them) {
  const auto bytes = from_hex("00000003 0a0b0c 00 00000002 0a0b");
  Decoder decoder{bytes, ByteOrder::big};
  decoder.set_limits({.length = 3});
  EXPECT_EQ(decoder.get_octets().size(), 3U);
  decoder.set_limits({.length = 1});
  EXPECT_TRUE(decoder.get_octets().empty());
  EXPECT_EQ(decoder.error(), DecodeError::too_long);
}

TEST(Lengths, that_the_rest_cannot_hold_are_wrong_and_not_too_long) {
  const auto bytes = from_hex("00000009 0a");
  Decoder decoder{bytes, ByteOrder::big};
  decoder.set_limits({.length = 3});
  EXPECT_EQ(decoder.get_length(1), 0U);
  EXPECT_EQ(decoder.error(), DecodeError::bad_length);
}

TEST(Memory, is_charged_up_to_the_limit) {
  Decoder decoder{Bytes{}};
  decoder.set_limits({.memory = 10});
  EXPECT_TRUE(decoder.charge(4));
  EXPECT_TRUE(decoder.charge(6));
  EXPECT_TRUE(decoder.charge(0));
  EXPECT_TRUE(decoder.ok());
  EXPECT_FALSE(decoder.charge(1));
  EXPECT_EQ(decoder.error(), DecodeError::too_much);
}

TEST(Memory, of_elements_is_charged_before_it_is_taken) {
  const auto bytes = from_hex("00000003 0a0b0c");
  Decoder decoder{bytes, ByteOrder::big};
  decoder.set_limits({.memory = 3 * 8192});
  EXPECT_EQ(decoder.get_length(1, 8192), 3U);
  Decoder again{bytes, ByteOrder::big};
  again.set_limits({.memory = 3 * 8192 - 1});
  EXPECT_EQ(again.get_length(1, 8192), 0U);
  EXPECT_EQ(again.error(), DecodeError::too_much);
}

TEST(Encapsulation, carries_on_the_limits) {
  const auto bytes = from_hex("0000000a 00000000 00000002 0a0b");
  Decoder decoder{bytes, ByteOrder::big};
  decoder.set_limits({.length = 10});
  Decoder inner = decoder.get_encapsulation();
  EXPECT_EQ(inner.limits().length, 10U);
}

TEST(Nesting, gives_its_level_back) {
  Decoder decoder{Bytes{}};
  for (unsigned i = 0; i < 2 * DecodeLimits::kUsualDepth; ++i) {
    const Nesting nesting{decoder};
    ASSERT_TRUE(nesting);
  }
  EXPECT_TRUE(decoder.ok());
}

TEST(DecodeErrors, are_described_each_in_its_own_words) {
  std::vector<std::string_view> seen;
  for (int i = 0; i <= static_cast<int>(DecodeError::too_much); ++i) {
    const auto text = describe(static_cast<DecodeError>(i));
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(std::ranges::count(seen, text), 0) << text;
    seen.push_back(text);
  }
}

}  // namespace
}  // namespace orbweaver::cdr
