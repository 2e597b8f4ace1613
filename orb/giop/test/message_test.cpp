// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/giop/message.hpp>

#include <algorithm>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

// A valid header: GIOP 1.2, little endian, Request, 32 bytes of body.
constexpr std::string_view kGood = "47494f50 0102 01 00 20000000";

Result<MessageHeader, FramingError> parse(std::string_view hex,
                                          std::size_t limit = kDefaultMaxMessageSize) {
  return parse_header(from_hex(hex), limit);
}

TEST(MessageHeader, is_read_in_little_endian) {
  const auto header = parse(kGood);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->version, (Version{1, 2}));
  EXPECT_EQ(header->byte_order, cdr::ByteOrder::little);
  EXPECT_FALSE(header->more_fragments);
  EXPECT_EQ(header->type, MessageType::request);
  EXPECT_EQ(header->body_size, 32U);
}

TEST(MessageHeader, is_read_in_big_endian_with_more_fragments) {
  const auto header = parse("47494f50 0102 02 01 00000020");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->byte_order, cdr::ByteOrder::big);
  EXPECT_TRUE(header->more_fragments);
  EXPECT_EQ(header->type, MessageType::reply);
  EXPECT_EQ(header->body_size, 32U);
}

TEST(MessageHeader, knows_all_eight_types_and_no_ninth) {
  for (std::uint8_t type = 0; type < 8; ++type) {
    auto bytes = from_hex(kGood);
    bytes[7] = std::byte{type};
    const auto header = parse_header(bytes, kDefaultMaxMessageSize);
    ASSERT_TRUE(header);
    EXPECT_EQ(static_cast<std::uint8_t>(header->type), type);
  }
  EXPECT_EQ(parse("47494f50 0102 01 08 20000000").error(), FramingError::unknown_type);
  EXPECT_EQ(parse("47494f50 0102 01 ff 20000000").error(), FramingError::unknown_type);
}

TEST(MessageHeader, with_other_letters_is_refused) {
  EXPECT_EQ(parse("67494f50 0102 01 00 20000000").error(), FramingError::bad_magic);
  EXPECT_EQ(parse("47494f51 0102 01 00 20000000").error(), FramingError::bad_magic);
  EXPECT_EQ(parse("5a494f50 0102 01 00 20000000").error(), FramingError::bad_magic);
}

TEST(MessageHeader, has_the_version_of_its_message) {
  EXPECT_EQ(parse("47494f50 0100 01 00 20000000")->version, (Version{1, 0}));
  EXPECT_EQ(parse("47494f50 0101 01 00 20000000")->version, (Version{1, 1}));
}

TEST(MessageHeader, of_1_1_may_say_that_fragments_follow_and_one_of_1_0_may_not) {
  EXPECT_TRUE(parse("47494f50 0101 03 00 20000000")->more_fragments);
  EXPECT_EQ(parse("47494f50 0100 00 00 00000020")->byte_order, cdr::ByteOrder::big);
  EXPECT_EQ(parse("47494f50 0100 02 00 20000000").error(), FramingError::bad_flags);
  EXPECT_EQ(parse("47494f50 0100 03 00 20000000").error(), FramingError::bad_flags);
  EXPECT_EQ(parse("47494f50 0101 04 00 20000000").error(), FramingError::bad_flags);
}

TEST(MessageHeader, of_1_0_knows_no_fragments) {
  EXPECT_TRUE(parse("47494f50 0100 01 06 00000000"));
  EXPECT_EQ(parse("47494f50 0100 01 07 04000000").error(), FramingError::unknown_type);
  EXPECT_TRUE(parse("47494f50 0101 01 07 04000000"));
  EXPECT_EQ(parse("47494f50 0101 01 08 04000000").error(), FramingError::unknown_type);
}

TEST(MessageHeader, that_is_refused_is_answered_in_its_version_or_the_highest) {
  EXPECT_EQ(version_to_answer(from_hex("47494f50 0100 ff ff ffffffff")), (Version{1, 0}));
  EXPECT_EQ(version_to_answer(from_hex("47494f50 0101 ff ff ffffffff")), (Version{1, 1}));
  EXPECT_EQ(version_to_answer(from_hex("47494f50 0103 00 00 00000000")), (Version{1, 2}));
  EXPECT_EQ(version_to_answer(from_hex("47494f50 0200 00 00 00000000")), (Version{1, 2}));
  EXPECT_EQ(version_to_answer(from_hex("47494f50 0100")), (Version{1, 2}));
}

TEST(MessageHeader, of_any_other_version_is_refused) {
  EXPECT_EQ(parse("47494f50 0103 01 00 20000000").error(), FramingError::unsupported_version);
  EXPECT_EQ(parse("47494f50 0202 01 00 20000000").error(), FramingError::unsupported_version);
}

TEST(MessageHeader, with_unknown_flags_is_refused) {
  EXPECT_EQ(parse("47494f50 0102 04 00 20000000").error(), FramingError::bad_flags);
  EXPECT_EQ(parse("47494f50 0102 81 00 20000000").error(), FramingError::bad_flags);
}

TEST(MessageHeader, of_a_message_beyond_the_limit_is_refused) {
  EXPECT_TRUE(parse(kGood, 44));
  EXPECT_EQ(parse(kGood, 43).error(), FramingError::too_large);
  EXPECT_EQ(parse("47494f50 0102 01 00 ffffffff").error(), FramingError::too_large);
}

TEST(MessageHeader, names_the_first_thing_that_is_wrong) {
  EXPECT_EQ(parse("00000000 0909 ff ff ffffffff").error(), FramingError::bad_magic);
  EXPECT_EQ(parse("47494f50 0909 ff ff ffffffff").error(), FramingError::unsupported_version);
  EXPECT_EQ(parse("47494f50 0102 ff ff ffffffff").error(), FramingError::bad_flags);
  EXPECT_EQ(parse("47494f50 0102 00 ff ffffffff").error(), FramingError::unknown_type);
  EXPECT_EQ(parse("47494f50 0102 00 00 ffffffff").error(), FramingError::too_large);
}

TEST(Message, begins_empty_and_gets_its_size_when_finished) {
  cdr::Encoder encoder{cdr::ByteOrder::big};
  encoder.put_string("left over from the message before");
  begin_message(encoder, MessageType::reply);
  EXPECT_EQ(to_hex(encoder.bytes()), normal_hex("47494f50 0102 00 01 00000000"));
  encoder.put_octet(9);
  finish_message(encoder);
  EXPECT_EQ(to_hex(encoder.bytes()), normal_hex("47494f50 0102 00 01 00000001 09"));
}

TEST(FramingErrors, are_described_each_in_its_own_words) {
  std::vector<std::string_view> seen;
  for (int i = 0; i <= static_cast<int>(FramingError::too_large); ++i) {
    const auto text = describe(static_cast<FramingError>(i));
    EXPECT_EQ(std::ranges::count(seen, text), 0) << text;
    seen.push_back(text);
  }
}

}  // namespace
}  // namespace orbweaver::giop
