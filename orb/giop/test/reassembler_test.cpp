// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/giop/request.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "draw.hpp"
#include "hex.hpp"

namespace orbweaver::giop {
namespace {

using cdr::ByteOrder;

Frame frame_of(Bytes bytes) {
  const Chunk chunk = Chunk::of_size(bytes.size());
  if (!bytes.empty()) std::memcpy(chunk.data(), bytes.data(), bytes.size());
  return {chunk, 0, bytes.size()};
}

// The first or a whole message: a header, the request id, and `content`.
std::vector<std::byte> message(MessageType type, std::uint32_t id, std::string_view content,
                               bool more, ByteOrder order = ByteOrder::big) {
  cdr::Encoder encoder{order};
  begin_message(encoder, type);
  encoder.put(id);
  encoder.put_bytes(as_bytes(content));
  finish_message(encoder);
  std::vector bytes(encoder.bytes().begin(), encoder.bytes().end());
  if (more) bytes[6] |= std::byte{2};
  return bytes;
}

std::vector<std::byte> first(std::uint32_t id, std::string_view content,
                             ByteOrder order = ByteOrder::big) {
  return message(MessageType::request, id, content, true, order);
}
std::vector<std::byte> middle(std::uint32_t id, std::string_view content,
                              ByteOrder order = ByteOrder::big) {
  return message(MessageType::fragment, id, content, true, order);
}
std::vector<std::byte> last(std::uint32_t id, std::string_view content,
                            ByteOrder order = ByteOrder::big) {
  return message(MessageType::fragment, id, content, false, order);
}
std::vector<std::byte> whole(std::uint32_t id, std::string_view content,
                             ByteOrder order = ByteOrder::big) {
  return message(MessageType::request, id, content, false, order);
}

class ReassemblerTest : public ::testing::Test {
 protected:
  void expect_nothing_yet(Bytes bytes) {
    const auto outcome = reassembler_.accept(frame_of(bytes));
    ASSERT_TRUE(outcome) << describe(outcome.error());
    EXPECT_FALSE(*outcome);
  }
  void expect_message(Bytes bytes, Bytes expected) {
    const auto outcome = reassembler_.accept(frame_of(bytes));
    ASSERT_TRUE(outcome) << describe(outcome.error());
    ASSERT_TRUE(*outcome);
    EXPECT_EQ(to_hex((*outcome)->frame.bytes()), to_hex(expected));
    EXPECT_FALSE((*outcome)->header.more_fragments);
    EXPECT_EQ((*outcome)->header.body_size + kHeaderSize, expected.size());
  }
  void expect_error(Bytes bytes, ReassemblyError error) {
    const auto outcome = reassembler_.accept(frame_of(bytes));
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error(), error) << describe(outcome.error());
  }

  Reassembler reassembler_;
};

TEST_F(ReassemblerTest, returns_a_whole_message_without_a_copy) {
  const Frame frame = frame_of(whole(1, "abc"));
  const auto outcome = reassembler_.accept(frame);
  ASSERT_TRUE(outcome && *outcome);
  EXPECT_EQ((*outcome)->frame.bytes().data(), frame.bytes().data());
  EXPECT_EQ((*outcome)->header.type, MessageType::request);
}

TEST_F(ReassemblerTest, passes_messages_without_a_body) {
  for (const auto put : {put_close_connection, put_message_error}) {
    cdr::Encoder encoder;
    put(encoder, {});
    expect_message(encoder.bytes(), encoder.bytes());
  }
}

TEST_F(ReassemblerTest, puts_a_request_together_in_both_byte_orders) {
  for (const auto order : {ByteOrder::little, ByteOrder::big}) {
    expect_nothing_yet(first(7, "abcd", order));
    expect_nothing_yet(middle(7, "efgh", order));
    expect_nothing_yet(middle(7, "", order));
    expect_message(last(7, "ij", order), whole(7, "abcdefghij", order));
  }
}

TEST_F(ReassemblerTest, puts_every_type_together_that_may_be_fragmented) {
  for (const auto type : {MessageType::request, MessageType::reply, MessageType::locate_request,
                          MessageType::locate_reply}) {
    expect_nothing_yet(message(type, 7, "ab", true));
    expect_message(last(7, "c"), message(type, 7, "abc", false));
  }
}

TEST_F(ReassemblerTest, keeps_interleaved_messages_apart) {
  expect_nothing_yet(first(1, "a"));
  expect_nothing_yet(first(2, "A", ByteOrder::little));
  expect_nothing_yet(middle(1, "b"));
  expect_message(whole(3, "x"), whole(3, "x"));
  expect_nothing_yet(middle(2, "B", ByteOrder::little));
  expect_message(last(1, "c"), whole(1, "abc"));
  expect_message(last(2, "C", ByteOrder::little), whole(2, "ABC", ByteOrder::little));
}

TEST_F(ReassemblerTest, takes_an_id_again_once_its_message_is_whole) {
  for (int i = 0; i < 3; ++i) {
    expect_nothing_yet(first(1, "a"));
    expect_message(last(1, "b"), whole(1, "ab"));
  }
}

TEST_F(ReassemblerTest, drops_what_a_cancel_request_cancels_and_returns_it) {
  cdr::Encoder cancel{ByteOrder::little};
  put_cancel_request(cancel, 7);
  expect_nothing_yet(first(7, "abc"));
  expect_message(cancel.bytes(), cancel.bytes());
  expect_error(last(7, "def"), ReassemblyError::unexpected);
}

TEST_F(ReassemblerTest, gives_a_cancelled_messages_memory_and_place_back) {
  reassembler_ = Reassembler{{.max_message_size = 64, .max_messages_in_flight = 1}};
  cdr::Encoder cancel;
  put_cancel_request(cancel, 7);
  for (int i = 0; i < 5; ++i) {
    expect_nothing_yet(first(7, std::string(40, 'x')));
    expect_message(cancel.bytes(), cancel.bytes());
  }
}

TEST_F(ReassemblerTest, returns_a_cancel_request_of_an_unknown_message) {
  cdr::Encoder cancel;
  put_cancel_request(cancel, 99);
  expect_nothing_yet(first(7, "abc"));
  expect_message(cancel.bytes(), cancel.bytes());
  expect_message(last(7, "d"), whole(7, "abcd"));
}

TEST_F(ReassemblerTest, refuses_a_fragment_of_a_message_that_never_began) {
  expect_error(middle(1, "a"), ReassemblyError::unexpected);
  expect_error(last(1, "a"), ReassemblyError::unexpected);
}

TEST_F(ReassemblerTest, refuses_a_second_beginning) {
  expect_nothing_yet(first(1, "a"));
  expect_error(first(1, "a"), ReassemblyError::unexpected);
}

TEST_F(ReassemblerTest, refuses_a_change_of_byte_order) {
  // The id reads the same in both orders, so that only the order differs.
  expect_nothing_yet(first(0x01000001, "a", ByteOrder::big));
  expect_error(last(0x01000001, "b", ByteOrder::little), ReassemblyError::byte_order_changed);
}

TEST_F(ReassemblerTest, refuses_fragments_of_types_that_may_have_none) {
  for (const auto type :
       {MessageType::cancel_request, MessageType::close_connection, MessageType::message_error})
    expect_error(message(type, 1, "", true), ReassemblyError::not_fragmentable);
}

TEST_F(ReassemblerTest, refuses_a_bad_header) {
  auto bytes = whole(1, "a");
  bytes[0] = std::byte{'g'};
  expect_error(bytes, ReassemblyError::bad_header);
}

TEST_F(ReassemblerTest, refuses_a_frame_that_is_not_as_long_as_its_header_says) {
  auto bytes = whole(1, "abc");
  bytes.push_back(std::byte{0});
  expect_error(bytes, ReassemblyError::truncated);
  bytes.resize(bytes.size() - 2);
  expect_error(bytes, ReassemblyError::truncated);
  bytes.resize(kHeaderSize - 1);
  expect_error(bytes, ReassemblyError::truncated);
  expect_error({}, ReassemblyError::truncated);
}

TEST_F(ReassemblerTest, refuses_what_is_too_short_for_its_request_id) {
  for (const char* type : {"02 00", "02 01", "02 07", "00 07", "00 02"}) {
    const auto bytes = from_hex("47494f50 0102" + std::string{type} + "00000003 000000");
    expect_error(bytes, ReassemblyError::truncated);
  }
}

// GIOP 1.1: fragments without a request id.
std::vector<std::byte> of_1_1(std::vector<std::byte> bytes) {
  bytes[5] = std::byte{1};
  return bytes;
}
std::vector<std::byte> fragment_1_1(std::string_view content, bool more) {
  cdr::Encoder encoder{ByteOrder::big};
  begin_message(encoder, MessageType::fragment, {1, 1});
  encoder.put_bytes(as_bytes(content));
  finish_message(encoder);
  std::vector bytes(encoder.bytes().begin(), encoder.bytes().end());
  if (more) bytes[6] |= std::byte{2};
  return bytes;
}
// No contexts, request id 7, response expected, and so on.
constexpr std::string_view kStart1_1{"\0\0\0\0\0\0\0\x07\1\0\0\0", 12};
std::vector<std::byte> start_1_1(std::string_view content, bool more) {
  auto bytes = fragment_1_1(std::string{kStart1_1} + std::string{content}, more);
  bytes[7] = std::byte{0};
  return bytes;
}

TEST_F(ReassemblerTest, puts_fragments_of_1_1_together_which_name_no_request) {
  expect_nothing_yet(start_1_1("ab", true));
  expect_nothing_yet(fragment_1_1("", true));
  expect_nothing_yet(fragment_1_1("c", true));
  expect_message(fragment_1_1("de", false), start_1_1("abcde", false));
  EXPECT_EQ(reassembler_.version(), (Version{1, 1}));
}

TEST_F(ReassemblerTest, remembers_where_a_message_of_1_1_was_cut) {
  expect_nothing_yet(start_1_1("ab", true));
  expect_nothing_yet(fragment_1_1("c", true));
  expect_nothing_yet(fragment_1_1("", true));
  const auto outcome = reassembler_.accept(frame_of(fragment_1_1("de", false)));
  ASSERT_TRUE(outcome && *outcome);
  const auto cuts = cuts_of(**outcome);
  ASSERT_EQ(cuts.size(), 3U);
  const std::size_t first = kStart1_1.size() + 2;
  EXPECT_EQ(cuts[0].end, first);
  EXPECT_EQ(cuts[1].end, first + 1);
  EXPECT_EQ(cuts[2].end, first + 3);
  for (const auto& cut : cuts) EXPECT_EQ(cut.whole, first + 3);
}

TEST_F(ReassemblerTest, keeps_no_cuts_of_messages_of_1_2_or_of_whole_ones) {
  expect_nothing_yet(first(7, "A"));
  for (const auto& bytes : {last(7, "B"), start_1_1("ab", false)}) {
    const auto outcome = reassembler_.accept(frame_of(bytes));
    ASSERT_TRUE(outcome && *outcome);
    EXPECT_EQ((*outcome)->pieces, 0U);
  }
}

TEST_F(ReassemblerTest, counts_the_cuts_of_1_1_against_the_limit) {
  reassembler_ = Reassembler{{.max_message_size = 4096, .max_bytes_in_flight = 60}};
  expect_nothing_yet(start_1_1("", true));
  expect_nothing_yet(fragment_1_1("a", true));
  expect_nothing_yet(fragment_1_1("b", true));
  expect_nothing_yet(fragment_1_1("c", true));
  expect_nothing_yet(fragment_1_1("d", true));
  expect_error(fragment_1_1("e", true), ReassemblyError::too_much);
}

TEST_F(ReassemblerTest, has_one_incomplete_message_of_1_1_at_a_time_beside_those_of_1_2) {
  expect_nothing_yet(start_1_1("ab", true));
  expect_nothing_yet(first(7, "A"));
  expect_message(of_1_1(whole(8, "x")), of_1_1(whole(8, "x")));
  expect_message(last(7, "B"), whole(7, "AB"));
  expect_error(start_1_1("ab", true), ReassemblyError::unexpected);
}

TEST_F(ReassemblerTest, refuses_a_fragment_of_1_1_that_continues_nothing) {
  expect_nothing_yet(first(7, "A"));
  expect_error(fragment_1_1("x", false), ReassemblyError::unexpected);
}

TEST_F(ReassemblerTest, refuses_locate_requests_of_1_1_in_fragments) {
  auto bytes = start_1_1("ab", true);
  bytes[7] = std::byte{3};
  expect_error(bytes, ReassemblyError::not_fragmentable);
}

TEST_F(ReassemblerTest, forgets_a_message_of_1_1_that_is_cancelled) {
  const auto cancel = [](std::uint32_t id) {
    return of_1_1(message(MessageType::cancel_request, id, "", false));
  };
  expect_nothing_yet(start_1_1("ab", true));
  expect_message(cancel(8), cancel(8));
  expect_nothing_yet(fragment_1_1("c", true));
  expect_message(cancel(7), cancel(7));
  expect_error(fragment_1_1("d", false), ReassemblyError::unexpected);
}

TEST_F(ReassemblerTest, takes_a_first_fragment_of_1_1_that_ends_before_its_request_id) {
  auto bytes = fragment_1_1(kStart1_1.substr(0, 5), true);
  bytes[7] = std::byte{0};
  expect_nothing_yet(bytes);
  expect_message(fragment_1_1(kStart1_1.substr(5), false), start_1_1("", false));
}

TEST_F(ReassemblerTest, counts_what_1_1_holds_against_the_limit) {
  reassembler_ = Reassembler{{.max_message_size = 40}};
  expect_nothing_yet(start_1_1(std::string(12, 'x'), true));
  expect_error(fragment_1_1(std::string(5, 'x'), true), ReassemblyError::too_large);
}

TEST_F(ReassemblerTest, refuses_a_message_larger_than_the_limit) {
  reassembler_ = Reassembler{{.max_message_size = 40}};
  expect_message(whole(1, std::string(24, 'x')), whole(1, std::string(24, 'x')));
  expect_error(whole(1, std::string(25, 'x')), ReassemblyError::too_large);
  expect_error(first(1, std::string(25, 'x')), ReassemblyError::too_large);
}

TEST_F(ReassemblerTest, refuses_fragments_whose_sum_exceeds_the_limit) {
  reassembler_ = Reassembler{{.max_message_size = 40}};
  expect_nothing_yet(first(1, std::string(16, 'x')));
  expect_nothing_yet(middle(1, std::string(8, 'y')));
  expect_error(middle(1, "z"), ReassemblyError::too_large);
}

TEST_F(ReassemblerTest, counts_all_incomplete_messages_together_against_the_limit) {
  reassembler_ = Reassembler{{.max_message_size = 40}};
  expect_nothing_yet(first(1, "aaaa"));
  expect_nothing_yet(first(2, "bbbb"));
  expect_error(first(3, ""), ReassemblyError::too_much);
  expect_message(last(1, ""), whole(1, "aaaa"));
  expect_nothing_yet(first(3, ""));
}

TEST_F(ReassemblerTest, refuses_more_incomplete_messages_than_the_limit) {
  reassembler_ = Reassembler{{.max_messages_in_flight = 2}};
  expect_nothing_yet(first(1, "a"));
  expect_nothing_yet(first(2, "a"));
  expect_error(first(3, "a"), ReassemblyError::too_many);
}

TEST_F(ReassemblerTest, refuses_more_incomplete_bytes_than_their_own_limit) {
  reassembler_ = Reassembler{{.max_message_size = 400, .max_bytes_in_flight = 40}};
  expect_message(whole(1, std::string(300, 'x')), whole(1, std::string(300, 'x')));
  expect_nothing_yet(first(1, std::string(16, 'x')));
  expect_error(middle(1, std::string(9, 'y')), ReassemblyError::too_much);
}

TEST_F(ReassemblerTest, survives_endless_fragments_within_its_limit) {
  reassembler_ = Reassembler{{.max_message_size = 4096}};
  expect_nothing_yet(first(1, ""));
  for (int i = 0; i < 4080; ++i) expect_nothing_yet(middle(1, "x"));
  expect_error(middle(1, "x"), ReassemblyError::too_large);
}

TEST_F(ReassemblerTest, puts_any_interleaving_of_any_cuts_together) {
  std::mt19937_64 random{20240601};
  constexpr std::uint32_t kMessages = 8;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> contents(kMessages);
    std::vector<std::size_t> sent(kMessages, 0);
    std::vector<std::uint32_t> open(kMessages);
    std::iota(open.begin(), open.end(), 0U);
    for (auto& content : contents) {
      content.resize(1 + draw_below(random, 500));
      for (char& c : content) c = static_cast<char>(random());
    }
    while (!open.empty()) {
      const std::size_t pick = draw_below(random, open.size());
      const std::uint32_t id = open[pick];
      const auto order = id % 2 == 0 ? ByteOrder::little : ByteOrder::big;
      const auto part = contents[id].substr(sent[id], 1 + draw_below(random, 100));
      const bool begins = sent[id] == 0;
      sent[id] += part.size();
      const bool ends = sent[id] == contents[id].size();
      const auto type = begins ? MessageType::request : MessageType::fragment;
      const auto bytes = message(type, id, part, !ends, order);
      if (!ends) {
        expect_nothing_yet(bytes);
        continue;
      }
      expect_message(bytes, whole(id, contents[id], order));
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
    }
  }
}

TEST(ReassemblyErrors, are_described_each_in_its_own_words) {
  std::vector<std::string_view> seen;
  for (int i = 0; i <= static_cast<int>(ReassemblyError::too_much); ++i) {
    const auto text = describe(static_cast<ReassemblyError>(i));
    EXPECT_EQ(std::ranges::count(seen, text), 0) << text;
    seen.push_back(text);
  }
}

}  // namespace
}  // namespace orbweaver::giop
