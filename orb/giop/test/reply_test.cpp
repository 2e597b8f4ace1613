// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>

#include <array>

#include "golden.hpp"

namespace orbweaver::giop {
namespace {

TEST(Reply, with_a_result_has_these_bytes) {
  expect_golden(
      "47494f50 0102 01 01 14000000"  //  0  GIOP 1.2, little endian, Reply
      "07000000"                      // 12  request id 7
      "00000000"                      // 16  NO_EXCEPTION
      "00000000"                      // 20  no service contexts
      "000000000000f83f",             // 24  the result, already aligned: double 1.5
      "47494f50 0102 00 01 00000014 00000007 00000000 00000000 3ff8000000000000",
      [](cdr::Encoder& encoder) {
        begin_reply(encoder, 7, ReplyStatus::no_exception);
        begin_body(encoder);
        encoder.put(1.5);
        finish_message(encoder);
      });
}

TEST(Reply, with_a_service_context_aligns_its_results_behind_it) {
  const auto data = from_hex("aa");
  expect_golden(
      "47494f50 0102 01 01 1d000000 07000000 00000000"
      "01000000 09000000 01000000 aa"  // 20  one context: id 9, one byte
      "00000000000000 2a",             // 33  pad to 40; octet 42
      "47494f50 0102 00 01 0000001d 00000007 00000000"
      "00000001 00000009 00000001 aa 00000000000000 2a",
      [&](cdr::Encoder& encoder) {
        begin_reply(encoder, 7, ReplyStatus::no_exception, std::array{ServiceContext{9, data}});
        begin_body(encoder);
        encoder.put_octet(42);
        finish_message(encoder);
      });
}

TEST(Reply, says_each_status_by_its_number) {
  for (std::uint32_t status = 0; status <= 5; ++status) {
    const std::string digit = std::to_string(status);
    expect_golden("47494f50 0102 01 01 0c000000 07000000 0" + digit + "000000 00000000",
                  "47494f50 0102 00 01 0000000c 00000007 0000000" + digit + "00000000",
                  [&](cdr::Encoder& encoder) {
                    begin_reply(encoder, 7, static_cast<ReplyStatus>(status));
                    finish_message(encoder);
                  });
  }
}

TEST(Reply, is_read_with_each_status_in_both_byte_orders) {
  for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big}) {
    for (std::uint32_t status = 0; status <= 5; ++status) {
      cdr::Encoder encoder{order};
      begin_reply(encoder, 77, static_cast<ReplyStatus>(status));
      finish_message(encoder);
      Received received{encoder};
      const auto reply = decode_reply(received.decoder());
      EXPECT_TRUE(received.decoder().ok());
      EXPECT_EQ(reply.request_id, 77U);
      EXPECT_EQ(reply.status, static_cast<ReplyStatus>(status));
      EXPECT_EQ(received.decoder().remaining(), 0U);
    }
  }
}

TEST(Reply, leaves_the_decoder_at_its_results) {
  const auto data = from_hex("aa");
  cdr::Encoder encoder{cdr::ByteOrder::big};
  begin_reply(encoder, 7, ReplyStatus::no_exception, std::array{ServiceContext{9, data}});
  begin_body(encoder);
  encoder.put_octet(42);
  finish_message(encoder);
  Received received{encoder};
  EXPECT_EQ(to_hex(decode_reply(received.decoder()).contexts.find(9).value()), "aa");
  EXPECT_EQ(received.decoder().get_octet(), 42);
}

TEST(Reply, with_an_unknown_status_is_refused) {
  for (const char* status : {"00000006", "ffffffff"}) {
    Received received{"47494f50 0102 00 01 0000000c 00000007" + std::string{status} + "00000000"};
    static_cast<void>(decode_reply(received.decoder()));
    EXPECT_EQ(received.decoder().error(), cdr::DecodeError::bad_enumerator);
  }
}

TEST(Reply, with_contexts_that_cannot_fit_is_refused) {
  Received received{"47494f50 0102 00 01 0000000c 00000007 00000000 00000001"};
  static_cast<void>(decode_reply(received.decoder()));
  EXPECT_EQ(received.decoder().error(), cdr::DecodeError::bad_length);
}

TEST(Reply, ended_anywhere_before_its_results_fails) {
  const auto whole = from_hex("00000007 00000000 00000000");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    cdr::Decoder decoder{Bytes{whole}.first(size), cdr::ByteOrder::big, kHeaderSize};
    static_cast<void>(decode_reply(decoder));
    EXPECT_FALSE(decoder.ok()) << size;
  }
}

TEST(SystemException, has_these_bytes) {
  const SystemExceptionBody body{"IDL:omg.org/CORBA/MARSHAL:1.0", 0x4f4d0001, Completion::no};
  expect_golden(
      "47494f50 0102 01 01 38000000"
      "07000000 02000000 00000000"  // 12  request id 7, SYSTEM_EXCEPTION, no contexts
      "1e000000"                    // 24  the id: 30 bytes with its NUL
      "49444c3a6f6d672e6f72672f434f5242412f4d41525348414c3a312e3000"
      "0000"                // 58  pad to 60
      "01004d4f 01000000",  // 60  minor code, COMPLETED_NO
      "47494f50 0102 00 01 00000038 00000007 00000002 00000000"
      "0000001e 49444c3a6f6d672e6f72672f434f5242412f4d41525348414c3a312e3000 0000"
      "4f4d0001 00000001",
      [&](cdr::Encoder& encoder) { put_system_exception_reply(encoder, 7, body); });
}

TEST(SystemException, brings_back_its_id_minor_code_and_completion) {
  for (const auto completed : {Completion::yes, Completion::no, Completion::maybe}) {
    for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big}) {
      cdr::Encoder encoder{order};
      put_system_exception_reply(encoder, 3, {"IDL:omg.org/CORBA/TRANSIENT:1.0", 5, completed});
      Received received{encoder};
      EXPECT_EQ(decode_reply(received.decoder()).status, ReplyStatus::system_exception);
      const auto body = decode_system_exception(received.decoder());
      EXPECT_TRUE(received.decoder().ok());
      EXPECT_EQ(body.exception_id, "IDL:omg.org/CORBA/TRANSIENT:1.0");
      EXPECT_EQ(body.minor, 5U);
      EXPECT_EQ(body.completed, completed);
    }
  }
}

TEST(SystemException, with_an_unknown_completion_is_refused) {
  const auto bytes = from_hex("00000002 6900 0000 00000000 00000003");
  cdr::Decoder decoder{bytes, cdr::ByteOrder::big};
  static_cast<void>(decode_system_exception(decoder));
  EXPECT_EQ(decoder.error(), cdr::DecodeError::bad_enumerator);
}

TEST(LocateReply, says_each_status_by_its_number) {
  for (std::uint32_t status = 0; status <= 5; ++status) {
    const std::string digit = std::to_string(status);
    expect_golden("47494f50 0102 01 04 08000000 07000000 0" + digit + "000000",
                  "47494f50 0102 00 04 00000008 00000007 0000000" + digit,
                  [&](cdr::Encoder& encoder) {
                    put_locate_reply(encoder, 7, static_cast<LocateStatus>(status));
                  });
  }
}

TEST(LocateReply, is_read_with_each_status_in_both_byte_orders) {
  for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big}) {
    for (std::uint32_t status = 0; status <= 5; ++status) {
      cdr::Encoder encoder{order};
      put_locate_reply(encoder, 7, static_cast<LocateStatus>(status));
      Received received{encoder};
      const auto reply = decode_locate_reply(received.decoder());
      EXPECT_TRUE(received.decoder().ok());
      EXPECT_EQ(reply.request_id, 7U);
      EXPECT_EQ(reply.status, static_cast<LocateStatus>(status));
    }
  }
}

TEST(LocateReply, has_its_forward_reference_right_behind_its_header) {
  Received received{
      "47494f50 0102 00 04 00000014 00000007 00000002"
      "00000002 5400 0000 00000000"};  // 20  type "T", no profiles
  EXPECT_EQ(decode_locate_reply(received.decoder()).status, LocateStatus::object_forward);
  EXPECT_EQ(decode_ior(received.decoder()).type_id, "T");
  EXPECT_TRUE(received.decoder().ok());
}

TEST(LocateReply, with_an_unknown_status_or_none_is_refused) {
  Received unknown{"47494f50 0102 00 04 00000008 00000007 00000006"};
  static_cast<void>(decode_locate_reply(unknown.decoder()));
  EXPECT_EQ(unknown.decoder().error(), cdr::DecodeError::bad_enumerator);
  Received none{"47494f50 0102 00 04 00000004 00000007"};
  static_cast<void>(decode_locate_reply(none.decoder()));
  EXPECT_EQ(none.decoder().error(), cdr::DecodeError::truncated);
}

TEST(Forward, is_read_as_it_was_written_and_for_good_in_1_2_only) {
  const Ior to{"IDL:X:1.0", {{7, from_hex("aabb")}}};
  for (std::uint8_t minor = 0; minor <= kHighestMinor; ++minor)
    for (const auto permanence : {Permanence::for_now, Permanence::permanently}) {
      const Version version{1, minor};
      const bool is_for_good = permanence == Permanence::permanently && minor == 2;
      cdr::Encoder encoder;
      put_forward_reply(encoder, 9, to, permanence, version);
      Received reply{encoder};
      EXPECT_EQ(decode_reply(reply.decoder(), version).status,
                is_for_good ? ReplyStatus::location_forward_perm : ReplyStatus::location_forward);
      EXPECT_EQ(decode_ior(reply.decoder()), to);
      EXPECT_TRUE(reply.decoder().ok());
      cdr::Encoder located;
      put_locate_forward(located, 9, to, permanence, version);
      Received locate{located};
      EXPECT_EQ(decode_locate_reply(locate.decoder()).status,
                is_for_good ? LocateStatus::object_forward_perm : LocateStatus::object_forward);
      EXPECT_EQ(decode_ior(locate.decoder()), to);
      EXPECT_TRUE(locate.decoder().ok());
    }
}

}  // namespace
}  // namespace orbweaver::giop
