// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/deframer.hpp>

#include <string>

#include <gtest/gtest.h>

#include <orbweaver/recording/random.hpp>

#include "bits_of_frame.hpp"

namespace orbweaver::ax25 {
namespace {

std::string times(std::size_t count, std::string_view what) {
  std::string all;
  for (std::size_t k = 0; k < count; ++k) all += what;
  return all;
}

std::string flags_around(std::string_view content) {
  return std::string(kFlag) + std::string(content) + std::string(kFlag);
}

DeframerCounts counts_of(std::string_view sent) {
  Deframer deframer;
  EXPECT_TRUE(deframer.push(bits_sent(sent)).frames.empty());
  return deframer.counts();
}

TEST(Deframer, finds_the_frame_between_flags) {
  const auto frame = frame_saying("Hello");
  Deframer deframer(2);
  const auto bits = line_bits(key(frame));
  const auto& found = deframer.push(bits);
  ASSERT_EQ(found.frames.size(), 1U);
  EXPECT_EQ(found.slicer, 2);
  EXPECT_EQ(found.reached_ns, bits.reached_ns);
  EXPECT_EQ(found.frames[0].octets, frame);
  EXPECT_EQ(found.frames[0].slicers, 0b100);
  EXPECT_EQ(found.frames[0].time_ns,
            bits.bits[bits.bits.size() - 8 * (kFlagsAfter - 1) - 1].time_ns);
  EXPECT_EQ(deframer.counts(), DeframerCounts{.frames = 1});
}

TEST(Deframer, takes_stuffed_bits_out_of_any_content) {
  recording::Random random(3);
  for (std::size_t length = kLeastFrameOctets; length <= kMostFrameOctets; length += 61) {
    Octets frame(length);
    for (auto& octet : frame)
      octet = random.below(2) != 0 ? 0xFF : static_cast<std::uint8_t>(random.next());
    Deframer deframer;
    const auto& found = deframer.push(line_bits(key(frame)));
    ASSERT_EQ(found.frames.size(), 1U) << length;
    EXPECT_EQ(found.frames[0].octets, frame);
  }
}

TEST(Deframer, finds_the_same_however_the_bits_are_cut) {
  const auto bits = line_bits(key(frame_saying("cut")));
  Deframer deframer;
  std::size_t frames = 0;
  for (const auto& bit : bits.bits) frames += deframer.push({bit.time_ns, {bit}}).frames.size();
  EXPECT_EQ(frames, 1U);
}

TEST(Deframer, does_not_care_which_level_is_which) {
  auto levels = key(frame_saying("upside down"));
  levels.flip();
  Deframer deframer;
  EXPECT_EQ(deframer.push(line_bits(levels)).frames.size(), 1U);
}

TEST(Deframer, takes_the_flag_behind_one_frame_for_that_before_the_next) {
  const auto first = key(frame_saying("first"));
  const auto second = key(frame_saying("second"));
  auto levels = std::vector<bool>(first.begin(), first.end() - 8 * (kFlagsAfter - 1));
  const bool is_turned = levels.back() != second[8 * kFlagsBefore - 1];
  for (std::size_t k = 8 * kFlagsBefore; k < second.size(); ++k) {
    levels.push_back(second[k] != is_turned);
  }
  Deframer deframer;
  EXPECT_EQ(deframer.push(line_bits(levels)).frames.size(), 2U);
}

TEST(Deframer, counts_no_frame_with_a_wrong_bit) {
  auto levels = key(frame_saying("wrong"));
  const std::size_t middle = 8 * (kFlagsBefore + 4);
  for (std::size_t k = middle; k < levels.size(); ++k) levels[k] = !levels[k];
  Deframer deframer;
  EXPECT_TRUE(deframer.push(line_bits(levels)).frames.empty());
  EXPECT_EQ(deframer.counts().all(), 1U);
  EXPECT_EQ(deframer.counts().frames, 0U);
}

TEST(Deframer, counts_what_cannot_be_a_frame_by_its_cause) {
  EXPECT_EQ(counts_of(flags_around(times(16, "01010101"))), DeframerCounts{.too_short = 1});
  EXPECT_EQ(counts_of(flags_around(times(17, "01010101"))), DeframerCounts{.wrong = 1});
  EXPECT_EQ(counts_of(flags_around(times(17, "01010101") + "010")), DeframerCounts{.no_octets = 1});
  EXPECT_EQ(counts_of(flags_around(times(kMostFrameOctets + 3, "01010101"))),
            DeframerCounts{.too_long = 1});
  EXPECT_EQ(counts_of(flags_around("01011111110101")), DeframerCounts{.aborted = 1});
}

TEST(Deframer, counts_nothing_between_flags_that_follow_each_other) {
  EXPECT_EQ(counts_of(times(5, kFlag)), DeframerCounts{});
  EXPECT_EQ(counts_of("0111111" + times(5, "0111111") + "0"), DeframerCounts{});
}

TEST(Deframer, keeps_little_of_a_stream_without_an_end) {
  Deframer deframer;
  (void)deframer.push(bits_sent(kFlag));
  for (int k = 0; k < 100; ++k) (void)deframer.push(bits_sent(times(1000, "01010101")));
  EXPECT_TRUE(deframer.push(bits_sent(kFlag)).frames.empty());
  EXPECT_EQ(deframer.counts(), DeframerCounts{.too_long = 1});
}

}  // namespace
}  // namespace orbweaver::ax25
