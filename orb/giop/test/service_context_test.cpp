// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/giop/service_context.hpp>

#include <array>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

// Two contexts. The data of the first has 3 bytes, so that the second id needs padding, whose size
// depends on where the list lies in its message.
constexpr std::string_view kList =
    "00000002"
    "00000001 00000003 aabbcc 00"
    "4f575601 00000002 ddee";

TEST(ServiceContexts, are_written_as_a_list_of_ids_and_data) {
  const auto first = from_hex("aabbcc");
  const auto second = from_hex("ddee");
  cdr::Encoder encoder{cdr::ByteOrder::big};
  encode(encoder, std::array{ServiceContext{1, first}, ServiceContext{0x4f575601, second}});
  EXPECT_EQ(to_hex(encoder.bytes()), normal_hex(kList));
}

TEST(ServiceContexts, are_found_by_their_id) {
  const auto bytes = from_hex(kList);
  cdr::Decoder decoder{bytes, cdr::ByteOrder::big};
  const auto contexts = ServiceContextView::decode(decoder);
  EXPECT_TRUE(decoder.ok());
  EXPECT_EQ(decoder.remaining(), 0U);
  EXPECT_EQ(contexts.size(), 2U);
  EXPECT_EQ(to_hex(contexts.find(1).value()), "aa bb cc");
  EXPECT_EQ(to_hex(contexts.find(0x4f575601).value()), "dd ee");
  EXPECT_EQ(contexts.find(2), std::nullopt);
}

TEST(ServiceContexts, are_aligned_by_the_message_and_not_by_the_list) {
  for (std::size_t origin = 0; origin < 8; ++origin) {
    cdr::Encoder encoder{cdr::ByteOrder::little};
    for (std::size_t i = 0; i < origin; ++i) encoder.put_octet(0xee);
    const auto one = from_hex("01");
    const auto two = from_hex("0203");
    const auto three = from_hex("040506");
    encode(encoder,
           std::array{ServiceContext{1, one}, ServiceContext{2, two}, ServiceContext{3, three}});
    cdr::Decoder decoder{encoder.bytes().subspan(origin), cdr::ByteOrder::little, origin};
    const auto contexts = ServiceContextView::decode(decoder);
    ASSERT_TRUE(decoder.ok());
    EXPECT_EQ(to_hex(contexts.find(1).value()), "01");
    EXPECT_EQ(to_hex(contexts.find(2).value()), "02 03");
    EXPECT_EQ(to_hex(contexts.find(3).value()), "04 05 06");
  }
}

TEST(ServiceContexts, give_the_first_of_two_with_the_same_id) {
  const auto bytes = from_hex("00000002 00000007 00000001 aa 000000 00000007 00000001 bb");
  cdr::Decoder decoder{bytes, cdr::ByteOrder::big};
  EXPECT_EQ(to_hex(ServiceContextView::decode(decoder).find(7).value()), "aa");
}

TEST(ServiceContexts, of_a_list_of_one_have_no_other) {
  const auto bytes = from_hex("00000001 00000007 00000001 aa");
  cdr::Decoder decoder{bytes, cdr::ByteOrder::big};
  const auto contexts = ServiceContextView::decode(decoder);
  EXPECT_EQ(to_hex(contexts.find(7).value()), "aa");
  EXPECT_EQ(contexts.find(0), std::nullopt);
}

TEST(ServiceContexts, of_an_empty_list_are_none) {
  const auto bytes = from_hex("00000000");
  cdr::Decoder decoder{bytes, cdr::ByteOrder::big};
  const auto contexts = ServiceContextView::decode(decoder);
  EXPECT_TRUE(decoder.ok());
  EXPECT_EQ(contexts.size(), 0U);
  EXPECT_EQ(contexts.find(0), std::nullopt);
  EXPECT_EQ(ServiceContextView{}.find(0), std::nullopt);
}

TEST(ServiceContexts, leave_the_decoder_behind_the_list) {
  const auto bytes = from_hex("00000001 00000007 00000001 aa bb");
  cdr::Decoder decoder{bytes, cdr::ByteOrder::big};
  static_cast<void>(ServiceContextView::decode(decoder));
  EXPECT_EQ(decoder.get_octet(), 0xbb);
}

TEST(ServiceContexts, fail_the_decoder_wherever_the_list_ends_early) {
  const auto bytes = from_hex(kList);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    cdr::Decoder decoder{Bytes{bytes}.first(size), cdr::ByteOrder::big};
    EXPECT_EQ(ServiceContextView::decode(decoder).size(), 0U) << size;
    EXPECT_FALSE(decoder.ok()) << size;
  }
}

TEST(ServiceContexts, that_claim_more_than_the_rest_can_hold_are_refused) {
  for (const char* hex :
       {"00000002 00000001 00000000", "ffffffff 00000001 00000000", "00000001 00000001 ffffffff"}) {
    const auto bytes = from_hex(hex);
    cdr::Decoder decoder{bytes, cdr::ByteOrder::big};
    EXPECT_EQ(ServiceContextView::decode(decoder).size(), 0U);
    EXPECT_EQ(decoder.error(), cdr::DecodeError::bad_length);
  }
}

}  // namespace
}  // namespace orbweaver::giop
