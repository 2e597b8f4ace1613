// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/slicer.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <orbweaver/adsb/checker.hpp>

#include "hex_frame.hpp"
#include "scene.hpp"

namespace orbweaver::adsb {
namespace {

std::vector<Candidate> slice(std::span<const std::uint16_t> magnitudes, std::size_t packet) {
  Slicer slicer;
  std::vector<Candidate> all;
  const auto keep = [&all](std::span<const Candidate> some) {
    all.insert(all.end(), some.begin(), some.end());
  };
  while (!magnitudes.empty()) {
    const auto next = magnitudes.first(std::min(packet, magnitudes.size()));
    keep(slicer.push(next));
    magnitudes = magnitudes.subspan(next.size());
  }
  keep(slicer.finish());
  return all;
}

std::size_t frames_in(const std::vector<Candidate>& candidates) {
  FrameChecker checker;
  for (const auto& candidate : candidates) (void)checker.check(candidate);
  return checker.counts().frames();
}

/// The frame on whole samples, without noise.
std::vector<std::uint16_t> ideal_magnitudes(const Candidate& frame, std::size_t lead_in) {
  std::vector<std::uint16_t> magnitudes(lead_in + 16);
  for (const std::size_t pulse : {0U, 2U, 7U, 9U}) magnitudes[lead_in + pulse] = 10'000;
  for (std::size_t bit = 0; bit < 8U * frame.length; ++bit) {
    const bool one = (frame.octets[bit / 8] >> (7 - bit % 8) & 1) != 0;
    magnitudes.push_back(one ? 10'000 : 0);
    magnitudes.push_back(one ? 0 : 10'000);
  }
  return magnitudes;
}

TEST(Slicer, reads_a_frame_at_the_very_end_and_the_very_begin_of_a_stream) {
  for (const char* hex : {"8D4840D6202CC371C32CE0576098", "5D4D20237A55A6"}) {
    const Candidate frame = candidate_of(hex);
    for (const std::size_t lead_in : {0U, 1U, 37U}) {
      const auto found = slice(ideal_magnitudes(frame, lead_in), 64);
      const auto same =
          std::ranges::find_if(found, [&](const Candidate& c) { return c.octets == frame.octets; });
      ASSERT_NE(same, found.end()) << hex;
      EXPECT_EQ(same->sample, lead_in);
      EXPECT_EQ(same->length, frame.length);
      EXPECT_EQ(same->level, 10'000);
    }
  }
}

TEST(Slicer, finds_the_same_candidates_for_every_packet_size) {
  const auto magnitudes = scene_magnitudes({.seconds = 0.05, .frames = 120, .seed = 5});
  const auto whole = slice(magnitudes, magnitudes.size());
  ASSERT_GT(frames_in(whole), 80U);
  for (const std::size_t packet : {1U, 2U, 7U, 240U, 241U, 242U, 1000U, 2048U, 4096U, 65'536U}) {
    EXPECT_EQ(slice(magnitudes, packet), whole) << packet << " samples in a packet";
  }
}

TEST(Slicer, loses_frames_when_packets_change_places) {
  constexpr std::size_t kPacket = 512;
  auto magnitudes = scene_magnitudes({.seconds = 0.1, .frames = 200, .seed = 6});
  const std::size_t in_order = frames_in(slice(magnitudes, kPacket));
  for (std::size_t at = 0; at + 2 * kPacket <= magnitudes.size(); at += 4 * kPacket) {
    const auto first = magnitudes.begin() + static_cast<std::ptrdiff_t>(at);
    std::swap_ranges(first, first + kPacket, first + kPacket);
  }
  const std::size_t reordered = frames_in(slice(magnitudes, kPacket));
  EXPECT_GT(reordered, 0U);
  EXPECT_LT(reordered, in_order);
}

TEST(Slicer, begins_a_new_stream_after_the_end) {
  const auto magnitudes = ideal_magnitudes(candidate_of("5D4D20237A55A6"), 10);
  Slicer slicer;
  std::vector<std::vector<Candidate>> streams;
  for (int stream = 0; stream < 2; ++stream) {
    EXPECT_TRUE(slicer.push(magnitudes).empty());
    const auto found = slicer.finish();
    streams.emplace_back(found.begin(), found.end());
  }
  EXPECT_FALSE(streams[0].empty());
  EXPECT_EQ(streams[0], streams[1]);
}

TEST(Slicer, sees_nothing_in_silence_or_in_a_steady_carrier) {
  EXPECT_TRUE(slice(std::vector<std::uint16_t>(10'000, 0), 100).empty());
  EXPECT_TRUE(slice(std::vector<std::uint16_t>(10'000, 30'000), 100).size() < 3);
}

}  // namespace
}  // namespace orbweaver::adsb
