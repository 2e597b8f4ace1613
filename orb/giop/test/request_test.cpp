// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/request.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "golden.hpp"

#include "draw.hpp"

namespace orbweaver::giop {
namespace {

const Bytes kKey = as_bytes("hello");

// Positions in the message, header included. The body of a message without arguments ends with the
// service contexts; arguments begin at the next multiple of 8.
constexpr std::string_view kLittleRequest =
    "47494f50 0102 01 00 30000000"  //  0  GIOP 1.2, little endian, Request, 48 bytes follow
    "07000000"                      // 12  request id 7
    "03 000000"                     // 16  response flags: with target; reserved
    "0000 0000"                     // 20  address: KeyAddr; pad to 24
    "05000000 68656c6c6f 000000"    // 24  key "hello"; pad to 36
    "05000000 6563686f00 000000"    // 36  operation "echo"; pad to 48
    "00000000"                      // 48  no service contexts
    "00000000"                      // 52  pad to 56
    "efbeadde";                     // 56  an argument: unsigned long 0xdeadbeef
constexpr std::string_view kBigRequest =
    "47494f50 0102 00 00 00000030"
    "00000007"
    "03 000000"
    "0000 0000"
    "00000005 68656c6c6f 000000"
    "00000005 6563686f00 000000"
    "00000000"
    "00000000"
    "deadbeef";

constexpr std::string_view kRequestWithoutArguments =
    "47494f50 0102 00 00 00000028"
    "00000007 00 000000 0000 0000 00000005 68656c6c6f 000000 00000005 6563686f00 000000 00000000";

TEST(Request, with_an_argument_has_these_bytes) {
  expect_golden(kLittleRequest, kBigRequest, [](cdr::Encoder& encoder) {
    begin_request(encoder, 7, ResponseFlags::with_target, kKey, "echo");
    begin_body(encoder);
    encoder.put(std::uint32_t{0xdeadbeef});
    finish_message(encoder);
  });
}

TEST(Request, without_arguments_ends_behind_its_service_contexts) {
  expect_golden(
      "47494f50 0102 01 00 28000000"
      "07000000 00 000000 0000 0000 05000000 68656c6c6f 000000"
      "05000000 6563686f00 000000 00000000",
      kRequestWithoutArguments, [](cdr::Encoder& encoder) {
        begin_request(encoder, 7, ResponseFlags::none, kKey, "echo");
        finish_message(encoder);
      });
}

TEST(Request, carries_service_contexts_before_its_arguments) {
  const auto data = from_hex("aabbcc");
  expect_golden(
      "47494f50 0102 01 00 2d000000"
      "07000000 03 000000 0000 0000"
      "01000000 6b 000000"        // 24  key "k"; pad to 32
      "02000000 6100 0000"        // 32  operation "a"; pad to 40
      "01000000"                  // 40  one service context
      "09000000 03000000 aabbcc"  // 44  id 9, 3 bytes
      "00 2a",                    // 55  pad to 56; the argument: octet 42
      "47494f50 0102 00 00 0000002d"
      "00000007 03 000000 0000 0000 00000001 6b 000000 00000002 6100 0000"
      "00000001 00000009 00000003 aabbcc 00 2a",
      [&](cdr::Encoder& encoder) {
        begin_request(encoder, 7, ResponseFlags::with_target, as_bytes("k"), "a",
                      std::array{ServiceContext{9, data}});
        begin_body(encoder);
        encoder.put_octet(42);
        finish_message(encoder);
      });
}

TEST(Request, says_in_one_octet_what_reply_it_wants) {
  for (const auto& [response, octet] :
       {std::pair{ResponseFlags::none, 0x00}, std::pair{ResponseFlags::with_server, 0x01},
        std::pair{ResponseFlags::with_target, 0x03}}) {
    cdr::Encoder encoder;
    begin_request(encoder, 1, response, kKey, "echo");
    finish_message(encoder);
    EXPECT_EQ(std::to_integer<int>(encoder.bytes()[16]), octet);
    Received received{encoder};
    EXPECT_EQ(decode_request(received.decoder()).response, response);
  }
}

TEST(Request, is_read_in_both_byte_orders) {
  for (const auto hex : {kLittleRequest, kBigRequest}) {
    Received received{hex};
    const auto request = decode_request(received.decoder());
    EXPECT_EQ(request.request_id, 7U);
    EXPECT_EQ(request.response, ResponseFlags::with_target);
    EXPECT_EQ(as_text(request.object_key), "hello");
    EXPECT_EQ(request.operation, "echo");
    EXPECT_EQ(request.contexts.size(), 0U);
    EXPECT_EQ(received.decoder().get<std::uint32_t>(), 0xdeadbeefU);
    EXPECT_TRUE(received.decoder().ok());
  }
}

TEST(Request, without_arguments_leaves_the_decoder_at_the_end) {
  Received received{kRequestWithoutArguments};
  EXPECT_EQ(decode_request(received.decoder()).operation, "echo");
  EXPECT_EQ(received.decoder().remaining(), 0U);
  EXPECT_TRUE(received.decoder().ok());
}

TEST(Request, with_nothing_but_a_part_of_the_padding_has_no_arguments) {
  auto bytes = from_hex(kRequestWithoutArguments);
  bytes.resize(bytes.size() + 2);
  bytes[11] = std::byte{0x2a};
  Received received{bytes};
  static_cast<void>(decode_request(received.decoder()));
  EXPECT_EQ(received.decoder().remaining(), 0U);
  EXPECT_TRUE(received.decoder().ok());
}

TEST(Request, ended_anywhere_before_its_arguments_fails) {
  for (const auto hex : {kLittleRequest, kBigRequest}) {
    const auto whole = from_hex(hex);
    const auto order = parse_header(whole, kDefaultMaxMessageSize)->byte_order;
    for (std::size_t size = kHeaderSize; size < 52; ++size) {
      cdr::Decoder decoder{Bytes{whole}.first(size).subspan(kHeaderSize), order, kHeaderSize};
      static_cast<void>(decode_request(decoder));
      EXPECT_FALSE(decoder.ok()) << size;
    }
  }
}

struct Malformed {
  const char* what;
  std::size_t position;
  std::string_view replacement;
  cdr::DecodeError error;
};
void PrintTo(const Malformed& one, std::ostream* out) { *out << one.what; }

class MalformedRequest : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedRequest, is_refused) {
  auto bytes = from_hex(kBigRequest);
  const auto replacement = from_hex(GetParam().replacement);
  std::ranges::copy(replacement, bytes.begin() + static_cast<std::ptrdiff_t>(GetParam().position));
  Received received{bytes};
  static_cast<void>(decode_request(received.decoder()));
  EXPECT_EQ(received.decoder().error(), GetParam().error) << GetParam().what;
}

INSTANTIATE_TEST_SUITE_P(
    EachField, MalformedRequest,
    ::testing::Values(
        Malformed{"response flags 2", 16, "02", cdr::DecodeError::bad_enumerator},
        Malformed{"response flags 255", 16, "ff", cdr::DecodeError::bad_enumerator},
        Malformed{"address 3", 20, "0003", cdr::DecodeError::bad_enumerator},
        Malformed{"address -1", 20, "ffff", cdr::DecodeError::bad_enumerator},
        Malformed{"key longer than the message", 24, "00000021", cdr::DecodeError::bad_length},
        Malformed{"key of 4 GiB", 24, "ffffffff", cdr::DecodeError::bad_length},
        Malformed{"operation longer than the message", 36, "00000015",
                  cdr::DecodeError::bad_length},
        Malformed{"operation without NUL", 36, "00000004", cdr::DecodeError::bad_string},
        Malformed{"operation with a NUL inside", 41, "00", cdr::DecodeError::bad_string},
        Malformed{"contexts that cannot fit", 48, "00000002", cdr::DecodeError::bad_length},
        Malformed{"context data that cannot fit", 48, "00000001", cdr::DecodeError::bad_length}));

constexpr std::string_view kIiopProfile =
    "00 01 02 00 00000002 6800 0050 00000003 6b6579 00 00000000";  // 1.2, host "h", port 80, "key"

TEST(Request, understands_a_profile_as_its_address) {
  Received received{
      "47494f50 0102 00 00 0000003d 00000001 03 000000"
      "0001 0000"                  // 20  ProfileAddr
      "00000000 00000018" +        // 24  IIOP, 24 bytes
      std::string{kIiopProfile} +  // 32
      "00000005 6563686f00 000000 00000000 2a"};
  const auto request = decode_request(received.decoder());
  EXPECT_TRUE(received.decoder().ok());
  EXPECT_EQ(as_text(request.object_key), "key");
  EXPECT_EQ(request.operation, "echo");
  EXPECT_EQ(received.decoder().get_octet(), 0x2a);
}

// ReferenceAddr: the index of a profile, and a reference of the type "T" with two profiles, of
// which the second is IIOP.
std::string request_to_reference(std::string_view index) {
  return "47494f50 0102 00 00 00000000 00000001 03 000000 0002 0000" + std::string{index} +
         "00000002 5400 0000 00000002"
         "00000063 00000002 abcd 0000"
         "00000000 00000018" +
         std::string{kIiopProfile} + "00000005 6563686f00 000000 00000000";
}

TEST(Request, understands_a_reference_as_its_address) {
  Received received{request_to_reference("00000001")};
  const auto request = decode_request(received.decoder());
  EXPECT_TRUE(received.decoder().ok());
  EXPECT_EQ(as_text(request.object_key), "key");
  EXPECT_EQ(request.operation, "echo");
}

TEST(Request, whose_reference_selects_a_foreign_or_missing_profile_is_refused) {
  for (const char* index : {"00000000", "00000002", "ffffffff"}) {
    Received received{request_to_reference(index)};
    static_cast<void>(decode_request(received.decoder()));
    EXPECT_EQ(received.decoder().error(), cdr::DecodeError::bad_enumerator) << index;
  }
}

TEST(Request, whose_profile_is_broken_is_refused) {
  Received received{
      "47494f50 0102 00 00 00000000 00000001 03 000000 0001 0000"
      "00000000 00000004 00010200 00000005 6563686f00 000000 00000000"};
  static_cast<void>(decode_request(received.decoder()));
  EXPECT_EQ(received.decoder().error(), cdr::DecodeError::bad_enumerator);
}

TEST(LocateRequest, has_these_bytes) {
  expect_golden(
      "47494f50 0102 01 03 11000000"
      "08000000"              // 12  request id 8
      "0000 0000"             // 16  KeyAddr; pad to 20
      "05000000 68656c6c6f",  // 20  key "hello"
      "47494f50 0102 00 03 00000011 00000008 0000 0000 00000005 68656c6c6f",
      [](cdr::Encoder& encoder) { put_locate_request(encoder, 8, kKey); });
}

TEST(LocateRequest, is_read_in_both_byte_orders_and_fails_where_it_ends_early) {
  for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big}) {
    cdr::Encoder encoder{order};
    put_locate_request(encoder, 8, kKey);
    Received received{encoder};
    const auto request = decode_locate_request(received.decoder());
    EXPECT_TRUE(received.decoder().ok());
    EXPECT_EQ(request.request_id, 8U);
    EXPECT_EQ(as_text(request.object_key), "hello");
    for (std::size_t size = kHeaderSize; size < encoder.size(); ++size) {
      cdr::Decoder decoder{encoder.bytes().first(size).subspan(kHeaderSize), order, kHeaderSize};
      static_cast<void>(decode_locate_request(decoder));
      EXPECT_FALSE(decoder.ok()) << size;
    }
  }
}

TEST(CancelRequest, has_these_bytes) {
  expect_golden("47494f50 0102 01 02 04000000 09000000", "47494f50 0102 00 02 00000004 00000009",
                [](cdr::Encoder& encoder) { put_cancel_request(encoder, 9); });
}

TEST(CancelRequest, is_read_and_fails_without_its_id) {
  Received received{"47494f50 0102 00 02 00000004 00000009"};
  EXPECT_EQ(decode_cancel_request(received.decoder()), 9U);
  EXPECT_TRUE(received.decoder().ok());
  Received empty{"47494f50 0102 00 02 00000000"};
  EXPECT_EQ(decode_cancel_request(empty.decoder()), 0U);
  EXPECT_EQ(empty.decoder().error(), cdr::DecodeError::truncated);
}

TEST(CloseConnection, has_these_bytes) {
  expect_golden("47494f50 0102 01 05 00000000", "47494f50 0102 00 05 00000000",
                [](cdr::Encoder& encoder) { put_close_connection(encoder); });
}

TEST(MessageError, has_these_bytes) {
  expect_golden("47494f50 0102 01 06 00000000", "47494f50 0102 00 06 00000000",
                [](cdr::Encoder& encoder) { put_message_error(encoder); });
}

TEST(Request, names_its_object_in_each_of_three_ways) {
  const IiopProfile iiop{{1, 2}, "here", 2809, {kKey.begin(), kKey.end()}, {}};
  const Ior ior{"IDL:X:1.0", {{77, from_hex("aa")}, make_profile(iiop)}};
  for (const auto how : {Addressing::key, Addressing::profile, Addressing::reference}) {
    cdr::Encoder encoder;
    begin_request(encoder, 7, ResponseFlags::with_target, {how, kKey, ior}, "echo");
    begin_body(encoder);
    encoder.put(1.25);
    finish_message(encoder);
    Received received{encoder};
    const auto disposition = cdr::Decoder{encoder.bytes().subspan(20, 2)}.get<std::int16_t>();
    EXPECT_EQ(disposition, static_cast<std::int16_t>(how));
    const auto request = decode_request(received.decoder());
    EXPECT_EQ(as_text(request.object_key), "hello");
    EXPECT_EQ(request.operation, "echo");
    EXPECT_EQ(received.decoder().get<double>(), 1.25);
    EXPECT_TRUE(received.decoder().ok());
  }
}

std::string draw_text(std::mt19937_64& random) {
  std::string text(draw_below(random, 40), ' ');
  for (char& c : text) c = static_cast<char>(1 + random() % 255);
  return text;
}

TEST(Request, brings_back_what_it_sent_in_both_byte_orders) {
  std::mt19937_64 random{20240601};
  constexpr std::array kResponses{ResponseFlags::none, ResponseFlags::with_server,
                                  ResponseFlags::with_target};
  cdr::Encoder little{cdr::ByteOrder::little};
  cdr::Encoder big{cdr::ByteOrder::big};
  for (int i = 0; i < 500; ++i) {
    cdr::Encoder& encoder = i % 2 == 0 ? little : big;
    const auto id = static_cast<std::uint32_t>(random());
    const auto response = kResponses[draw_below(random, kResponses.size())];
    const auto key = draw_text(random), operation = draw_text(random), data = draw_text(random);
    const bool has_context = random() % 2 == 0;
    const std::array contexts{ServiceContext{5, as_bytes(data)}};
    begin_request(encoder, id, response, as_bytes(key), operation,
                  std::span{contexts}.first(has_context ? 1 : 0));
    begin_body(encoder);
    encoder.put(1.25);
    finish_message(encoder);

    Received received{encoder};
    EXPECT_EQ(received.header().body_size + kHeaderSize, encoder.size());
    const auto request = decode_request(received.decoder());
    EXPECT_EQ(request.request_id, id);
    EXPECT_EQ(request.response, response);
    EXPECT_EQ(as_text(request.object_key), key);
    EXPECT_EQ(request.operation, operation);
    EXPECT_EQ(request.contexts.find(5).has_value(), has_context);
    if (has_context) {
      EXPECT_EQ(as_text(*request.contexts.find(5)), data);
    }
    EXPECT_EQ(received.decoder().get<double>(), 1.25);
    EXPECT_TRUE(received.decoder().ok());
  }
}

}  // namespace
}  // namespace orbweaver::giop
