// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/giop/fragments.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "hex.hpp"

namespace orbweaver::giop {
namespace {

Frame frame_of(Bytes bytes) {
  const Chunk chunk = Chunk::of_size(bytes.size());
  std::memcpy(chunk.data(), bytes.data(), bytes.size());
  return {chunk, 0, bytes.size()};
}

cdr::Encoder request_of(std::size_t body, cdr::ByteOrder order, Version version = {}) {
  cdr::Encoder encoder{order};
  begin_request(encoder, 4711, ResponseFlags::with_target, as_bytes("key"), "op", {}, version);
  begin_body(encoder);
  for (std::size_t i = 0; i < body; ++i) encoder.put_octet(static_cast<std::uint8_t>(i));
  finish_message(encoder);
  return encoder;
}

std::vector<Bytes> frames_of(Bytes stream) {
  std::vector<Bytes> frames;
  while (!stream.empty()) {
    const auto header = parse_header(stream, stream.size());
    if (!header) {
      ADD_FAILURE() << describe(header.error());
      return frames;
    }
    frames.push_back(stream.first(kHeaderSize + header->body_size));
    stream = stream.subspan(frames.back().size());
  }
  return frames;
}

TEST(Fragments, have_these_bytes) {
  cdr::Encoder message{cdr::ByteOrder::big};
  put_locate_request(message, 5, as_bytes(std::string(40, 'k')));  // 12 + 4 + 2 + 2 + 4 + 40 = 64
  cdr::Encoder out;
  EXPECT_FALSE(cut_into_fragments(out, std::array{message.bytes()}, 64));
  cdr::Encoder longer{cdr::ByteOrder::big};
  put_locate_request(longer, 5, as_bytes(std::string(42, 'k')));
  ASSERT_TRUE(cut_into_fragments(out, std::array{longer.bytes()}, 64));
  std::string expected = "47494f50 0102 02 03 00000034 00000005 0000 0000 0000002a";
  for (int i = 0; i < 40; ++i) expected += "6b";
  expected += "47494f50 0102 00 07 00000006 00000005 6b6b";
  EXPECT_EQ(to_hex(out.bytes()), normal_hex(expected));
}

TEST(Fragments, come_together_again_whatever_their_size_and_the_pieces_they_came_in) {
  for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big})
    for (const std::size_t most : {64U, 71U, 72U, 100U, 1000U})
      for (std::size_t body = 0; body < 300; body += 7) {
        const auto whole = request_of(body, order);
        const auto bytes = whole.bytes();
        const std::array pieces{bytes.first(13), Bytes{}, bytes.subspan(13, 20), bytes.subspan(33)};
        cdr::Encoder out;
        const bool is_cut = cut_into_fragments(out, pieces, most);
        EXPECT_EQ(is_cut, bytes.size() > most);
        if (!is_cut) continue;
        const auto frames = frames_of(out.bytes());
        Reassembler reassembler;
        for (std::size_t i = 0; i < frames.size(); ++i) {
          EXPECT_LE(frames[i].size(), most);
          const bool is_last = i + 1 == frames.size();
          EXPECT_TRUE(is_last || frames[i].size() % 8 == 0) << frames[i].size();
          const auto outcome = reassembler.accept(frame_of(frames[i]));
          ASSERT_TRUE(outcome) << describe(outcome.error());
          ASSERT_EQ(outcome->has_value(), is_last);
          if (is_last) {
            EXPECT_EQ(to_hex((*outcome)->frame.bytes()), to_hex(bytes));
          }
        }
      }
}

TEST(Fragments, are_not_made_of_what_may_not_be_cut) {
  cdr::Encoder out;
  for (const Version version : {Version{1, 0}, Version{1, 1}}) {
    const auto old = request_of(500, cdr::kNativeOrder, version);
    EXPECT_FALSE(cut_into_fragments(out, std::array{old.bytes()}, 64));
  }
  cdr::Encoder cancel;
  put_cancel_request(cancel, 1);
  EXPECT_FALSE(cut_into_fragments(out, std::array{cancel.bytes()}, 64));
  EXPECT_EQ(out.size(), 0U);
}

}  // namespace
}  // namespace orbweaver::giop
