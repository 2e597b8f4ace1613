// SPDX-License-Identifier: Apache-2.0
// GIOP 1.0 and 1.1: the layouts that 1.2 changed, as bytes worked out by hand and as ORBs of that
// time send them.
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/giop/request_id.hpp>

#include <array>
#include <string>

#include "golden.hpp"

namespace orbweaver::giop {
namespace {

constexpr Version k10{1, 0}, k11{1, 1};
const Bytes kKey = as_bytes("hello");

TEST(OldRequest, has_these_bytes_in_1_0) {
  expect_golden(
      "47494f50 0100 01 00 34000000"  //  0  GIOP 1.0, little endian (a boolean), Request
      "00000000"                      // 12  no service contexts
      "07000000"                      // 16  request id 7
      "01 000000"                     // 20  a response is expected; pad to 24
      "05000000 68656c6c6f 000000"    // 24  key "hello"; pad to 36
      "05000000 6563686f00 000000"    // 36  operation "echo"; pad to 48
      "04000000 00000000"             // 48  principal, so long that the arguments begin at 56
      "0000000000000440"              // 56  an argument: double 2.5
      ,
      "47494f50 0100 00 00 00000034 00000000 00000007 01 000000 00000005 68656c6c6f 000000"
      "00000005 6563686f00 000000 00000004 00000000 4004000000000000",
      [](cdr::Encoder& encoder) {
        begin_request(encoder, 7, ResponseFlags::with_target, kKey, "echo", {}, k10);
        begin_body(encoder);
        encoder.put(2.5);
        finish_message(encoder);
      });
}

TEST(OldRequest, in_1_1_has_a_service_context_first_and_an_empty_principal_where_that_fits) {
  const auto data = from_hex("aabbcc");
  expect_golden(
      "47494f50 0101 01 00 2d000000"
      "01000000 09000000 03000000 aabbcc"  // 12  one service context: id 9, 3 bytes
      "00 07000000"                        // 27  pad to 28; request id 7
      "00 000000"                          // 32  no response is expected; reserved
      "01000000 6b 000000"                 // 36  key "k"; pad to 44
      "02000000 6100 0000"                 // 44  operation "a"; pad to 52
      "00000000 2a",                       // 52  no principal; the argument at 56: octet 42
      "47494f50 0101 00 00 0000002d 00000001 00000009 00000003 aabbcc 00 00000007 00 000000"
      "00000001 6b 000000 00000002 6100 0000 00000000 2a",
      [&](cdr::Encoder& encoder) {
        begin_request(encoder, 7, ResponseFlags::none, as_bytes("k"), "a",
                      std::array{ServiceContext{9, data}}, k11);
        begin_body(encoder);
        encoder.put_octet(42);
        finish_message(encoder);
      });
}

// As omniORB sends it: its principal is the name of the user's host, so that the argument, a string
// whose length is at 68, begins at no multiple of 8.
TEST(OldRequest, is_read_with_any_principal_and_arguments_right_behind_it) {
  for (const std::string_view version : {"00", "01"}) {
    Received received{"47494f50 01" + std::string{version} +
                      " 00 00 00000036 00000000 00000007 01 000000 00000005 68656c6c6f 000000"
                      "00000005 6563686f00 000000 00000007 6e6f626f6479 00 00"
                      "00000002 6100"};
    const auto request = decode_request(received.decoder(), received.header().version);
    EXPECT_EQ(request.request_id, 7U);
    EXPECT_EQ(request.response, ResponseFlags::with_target);
    EXPECT_EQ(request.version, received.header().version);
    EXPECT_EQ(as_text(request.object_key), "hello");
    EXPECT_EQ(request.operation, "echo");
    EXPECT_EQ(received.decoder().position(), 59U);
    EXPECT_EQ(received.decoder().get_string(), "a");
    EXPECT_TRUE(received.decoder().ok());
  }
}

TEST(OldRequest, with_a_response_that_is_no_boolean_fails) {
  Received received{
      "47494f50 0101 00 00 00000028 00000000 00000007 03 000000 00000005 68656c6c6f 000000"
      "00000005 6563686f00 000000 00000000"};
  (void)decode_request(received.decoder(), k11);
  EXPECT_EQ(received.decoder().error(), cdr::DecodeError::bad_boolean);
}

TEST(OldRequest, comes_back_with_arguments_at_a_multiple_of_8_whatever_its_header) {
  const std::string text(40, 'x');
  for (const auto version : {k10, k11})
    for (std::size_t key = 0; key < 9; ++key)
      for (std::size_t data = 0; data < 9; ++data) {
        const std::array contexts{ServiceContext{5, as_bytes(text).first(data)}};
        cdr::Encoder encoder;
        const auto fields = begin_request(encoder, 1, ResponseFlags::none,
                                          as_bytes(text).first(key), "sum", contexts, version);
        begin_body(encoder);
        encoder.put(1.25);
        finish_message(encoder);
        encoder.patch(fields.id, std::uint32_t{4711});
        encoder.patch(fields.response, response_octet(ResponseFlags::with_server, version));
        Received received{encoder};
        const auto request = decode_request(received.decoder(), version);
        EXPECT_EQ(request_id_of(received.header(), encoder.bytes()), 4711U);
        EXPECT_EQ(request.request_id, 4711U);
        EXPECT_EQ(request.response, ResponseFlags::with_target);
        EXPECT_EQ(request.object_key.size(), key);
        ASSERT_EQ(request.contexts.find(5)->size(), data);
        EXPECT_EQ(encoder.bytes().subspan(fields.first_context, data).size(), data);
        EXPECT_EQ(received.decoder().position() % 8, 0U);
        EXPECT_EQ(received.decoder().get<double>(), 1.25);
      }
}

TEST(OldRequest, cut_anywhere_in_its_header_fails) {
  for (const auto version : {k10, k11}) {
    cdr::Encoder encoder;
    begin_request(encoder, 7, ResponseFlags::with_target, kKey, "echo", {}, version);
    for (std::size_t size = kHeaderSize; size < encoder.size(); ++size) {
      cdr::Decoder decoder{encoder.bytes().first(size).subspan(kHeaderSize), cdr::kNativeOrder,
                           kHeaderSize};
      (void)decode_request(decoder, version);
      EXPECT_FALSE(decoder.ok()) << size;
    }
  }
}

TEST(OldReply, has_its_contexts_first_and_its_results_right_behind_the_status) {
  const auto data = from_hex("aa");
  expect_golden(
      "47494f50 0101 01 01 1e000000"
      "01000000 09000000 01000000 aa 000000"  // 12  one service context; pad to 28
      "07000000 00000000"                     // 28  request id 7, NO_EXCEPTION
      "02000000 6100",                        // 36  the result: string "a", not at a multiple of 8
      "47494f50 0101 00 01 0000001e 00000001 00000009 00000001 aa 000000 00000007 00000000"
      "00000002 6100",
      [&](cdr::Encoder& encoder) {
        begin_reply(encoder, 7, ReplyStatus::no_exception, std::array{ServiceContext{9, data}},
                    k11);
        begin_body(encoder, k11);
        encoder.put_string("a");
        finish_message(encoder);
      });
}

TEST(OldReply, is_read_as_it_was_written) {
  for (const auto version : {k10, k11}) {
    cdr::Encoder encoder;
    put_system_exception_reply(encoder, 9, {"IDL:omg.org/CORBA/TRANSIENT:1.0", 3, Completion::no},
                               version);
    Received received{encoder};
    EXPECT_EQ(received.header().version, version);
    EXPECT_EQ(request_id_of(received.header(), encoder.bytes()), 9U);
    const auto reply = decode_reply(received.decoder(), version);
    EXPECT_EQ(reply.request_id, 9U);
    EXPECT_EQ(reply.status, ReplyStatus::system_exception);
    EXPECT_EQ(decode_system_exception(received.decoder()).minor, 3U);
    EXPECT_TRUE(received.decoder().ok());
  }
}

TEST(OldReply, knows_no_status_that_came_with_1_2) {
  for (const char status : {'4', '5'}) {
    Received received{std::string{"47494f50 0101 00 01 0000000c 00000000 00000007 0000000"} +
                      status};
    (void)decode_reply(received.decoder(), k11);
    EXPECT_EQ(received.decoder().error(), cdr::DecodeError::bad_enumerator);
  }
}

TEST(OldLocateRequest, names_its_object_by_the_key_alone) {
  expect_golden("47494f50 0100 01 03 0d000000 08000000 05000000 68656c6c6f",
                "47494f50 0100 00 03 0000000d 00000008 00000005 68656c6c6f",
                [](cdr::Encoder& encoder) { put_locate_request(encoder, 8, kKey, k10); });
  Received received{"47494f50 0101 00 03 0000000d 00000008 00000005 68656c6c6f"};
  EXPECT_EQ(as_text(decode_locate_request(received.decoder(), k11).object_key), "hello");
}

}  // namespace
}  // namespace orbweaver::giop
