// SPDX-License-Identifier: Apache-2.0
#include "socket/input_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "length_prefixed.hpp"

namespace orbweaver::transport {
namespace {

using conformance::frame_of;
using conformance::kLengthPrefixed;
using conformance::kPrefix;
using conformance::prefix_of;

std::size_t offer(InputBuffer& input, std::string_view text) {
  const auto room = input.room();
  const auto count = std::min(room.size(), text.size());
  std::ranges::copy(as_bytes(text.substr(0, count)), room.begin());
  input.filled(count);
  return count;
}

std::vector<Frame> frames_of(InputBuffer& input, std::string_view stream) {
  std::vector<Frame> frames;
  while (!stream.empty()) {
    stream.remove_prefix(offer(input, stream));
    while (input.state() == InputBuffer::State::whole) frames.push_back(input.take());
  }
  return frames;
}

TEST(InputBuffer, gives_frames_of_one_read_from_the_same_memory) {
  InputBuffer input{kLengthPrefixed};
  const auto frames = frames_of(input, frame_of(10, 1) + frame_of(20, 2));
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(as_text(frames[1].bytes()), frame_of(20, 2));
  EXPECT_EQ(frames[1].bytes().data(), frames[0].bytes().data() + 10);
}

TEST(InputBuffer, uses_the_same_bytes_again_once_its_frames_are_gone) {
  InputBuffer input{kLengthPrefixed};
  const auto* first = frames_of(input, frame_of(100)).front().bytes().data();
  EXPECT_EQ(frames_of(input, frame_of(100)).front().bytes().data(), first);
}

TEST(InputBuffer, aligns_a_frame_that_comes_alone) {
  InputBuffer input{kLengthPrefixed};
  std::vector<Frame> kept;
  for (int i = 0; i < 10; ++i) {
    kept.push_back(frames_of(input, frame_of(13)).front());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(kept.back().bytes().data()) % 16, 0U);
  }
}

TEST(InputBuffer, asks_for_no_byte_after_a_large_frame) {
  InputBuffer input{kLengthPrefixed};
  const auto frame = frame_of(InputBuffer::kChunkSize * 3, 7);
  const auto taken = offer(input, frame);
  EXPECT_EQ(input.room().size(), frame.size() - taken);
  EXPECT_TRUE(input.wants_all_of_room());
  EXPECT_TRUE(input.is_inside_frame());
  const auto frames = frames_of(input, std::string_view{frame}.substr(taken));
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(as_text(frames[0].bytes()), frame);
  EXPECT_FALSE(input.wants_all_of_room());
  EXPECT_FALSE(input.is_inside_frame());
}

TEST(InputBuffer, reads_little_after_a_large_frame_until_the_next_size_is_known) {
  InputBuffer input{kLengthPrefixed};
  const auto large = frame_of(InputBuffer::kChunkSize * 3, 7);
  (void)frames_of(input, large);
  EXPECT_EQ(input.room().size(), InputBuffer::kCautiousRead);
  const auto again = frames_of(input, large);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(as_text(again[0].bytes()), large);
  EXPECT_EQ(frames_of(input, frame_of(13)).size(), 1U);
  EXPECT_GT(input.room().size(), InputBuffer::kChunkSize / 2);
}

TEST(InputBuffer, reads_all_of_a_middling_frame_that_follows_a_large_one) {
  InputBuffer input{kLengthPrefixed};
  (void)frames_of(input, frame_of(InputBuffer::kChunkSize * 3, 7));
  const auto middling = frame_of(InputBuffer::kChunkSize / 2, 8);
  const auto taken = offer(input, middling);
  EXPECT_EQ(taken, InputBuffer::kCautiousRead);
  EXPECT_GE(input.room().size(), middling.size() - taken);
  const auto frames = frames_of(input, std::string_view{middling}.substr(taken));
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(as_text(frames[0].bytes()), middling);
}

TEST(InputBuffer, keeps_frames_while_it_moves_on_to_other_memory) {
  InputBuffer input{kLengthPrefixed};
  std::string stream;
  std::vector<std::size_t> sizes;
  for (unsigned i = 0; stream.size() < 20 * InputBuffer::kChunkSize; ++i) {
    sizes.push_back(kPrefix + i * 7919 % 30'000);
    stream += frame_of(sizes.back(), i);
  }
  const auto frames = frames_of(input, stream);
  ASSERT_EQ(frames.size(), sizes.size());
  for (unsigned i = 0; i < frames.size(); ++i)
    ASSERT_EQ(as_text(frames[i].bytes()), frame_of(sizes[i], i));
}

TEST(InputBuffer, uses_earlier_memory_again_in_a_steady_stream) {
  InputBuffer input{kLengthPrefixed};
  std::vector<Frame> window(8);
  std::vector<const std::byte*> places;
  for (unsigned i = 0; i < 400; ++i) {
    auto frame = frames_of(input, frame_of(8000, i)).front();
    places.push_back(frame.bytes().data());
    window[i % window.size()] = std::move(frame);
  }
  std::ranges::sort(places);
  const auto used = std::ranges::unique(places).begin() - places.begin();
  EXPECT_LE(used, 40) << "of 400 frames, of which 8 are alive at a time";
}

TEST(InputBuffer, refuses_what_the_rule_refuses_and_takes_nothing_more) {
  InputBuffer input{kLengthPrefixed};
  offer(input, frame_of(9) + prefix_of(0xFFFFFFFF) + "more");
  ASSERT_EQ(input.state(), InputBuffer::State::whole);
  EXPECT_EQ(as_text(input.take().bytes()), frame_of(9));
  EXPECT_EQ(input.state(), InputBuffer::State::refused);
  EXPECT_EQ(as_text(input.refused_header()), prefix_of(0xFFFFFFFF));
}

TEST(InputBuffer, does_not_trust_a_rule_that_forgets_its_limit) {
  constexpr FrameRule kCareless{
      1, [](Bytes, std::size_t) { return std::optional<std::size_t>{1000}; }, 999};
  InputBuffer input{kCareless};
  offer(input, "x");
  EXPECT_EQ(input.state(), InputBuffer::State::refused);
}

}  // namespace
}  // namespace orbweaver::transport
