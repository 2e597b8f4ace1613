// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/reference.hpp>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/adsb/format.hpp>
#include <orbweaver/adsb/generator.hpp>

#include "temporary_folder.hpp"

namespace orbweaver::adsb {
namespace {

using recording::TemporaryFolder;

std::string lines_of(const std::filesystem::path& path, std::size_t packet) {
  std::string lines;
  EXPECT_TRUE(
      decode_recording(path, packet, [&](const Frame& frame) { lines += to_json(frame) + "\n"; }));
  return lines;
}

TEST(ReferenceDecode, gives_the_same_lines_for_every_packet_size) {
  const TemporaryFolder folder;
  const auto path = folder.file("a.cu8");
  ASSERT_TRUE(generate_recording({.seconds = 0.05, .frames = 100}, path));
  const std::string whole = lines_of(path, 100'000);
  EXPECT_FALSE(whole.empty());
  for (const std::size_t packet : {1U, 7U, 240U, 4096U}) EXPECT_EQ(lines_of(path, packet), whole);
}

TEST(ReferenceDecode, counts_every_candidate_and_every_frame) {
  const TemporaryFolder folder;
  ASSERT_TRUE(generate_recording({.seconds = 0.1, .frames = 150}, folder.file("a.cu8")));
  std::uint64_t frames = 0;
  const auto summary =
      decode_recording(folder.file("a.cu8"), 1024, [&](const Frame&) { ++frames; });
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->samples, 200'000U);
  const auto& counts = summary->counts;
  EXPECT_EQ(counts.frames(), frames);
  EXPECT_EQ(counts.frames() + counts.refused + counts.duplicate + counts.unsupported,
            summary->candidates);
  std::uint64_t by_format = 0;
  for (const auto count : summary->frames_by_format) by_format += count;
  EXPECT_EQ(by_format, frames);
}

TEST(ReferenceDecode, finds_no_frame_in_noise) {
  const TemporaryFolder folder;
  ASSERT_TRUE(generate_recording({.seconds = 2, .frames = 0, .noise = 0.1}, folder.file("a.cu8")));
  EXPECT_EQ(lines_of(folder.file("a.cu8"), 65'536), "");
}

TEST(ReferenceDecode, passes_on_the_readers_warnings_and_errors) {
  const TemporaryFolder folder;
  const auto nothing = [](const Frame&) {};
  const auto odd = decode_recording(folder.write("a.cu8", std::string(1001, '\x80')), 64, nothing);
  ASSERT_TRUE(odd);
  EXPECT_THAT(odd->warnings, testing::ElementsAre(testing::HasSubstr("trailing octet")));
  EXPECT_EQ(odd->samples, 500U);
  EXPECT_FALSE(decode_recording(folder.file("absent.cu8"), 64, nothing));
}

// A real recording is no part of the project: it lies beside the checkout.
const std::filesystem::path kBesideTheCheckout =
    std::filesystem::path(ORBWEAVER_SHARED_DATA) / "adsb-2msps.cu8";

TEST(ReferenceDecode, finds_at_least_217_frames_in_the_real_recording) {
  const char* chosen = std::getenv("ORBWEAVER_ADSB_RECORDING");
  const auto recording = chosen != nullptr ? chosen : kBesideTheCheckout;
  if (chosen == nullptr && !exists(recording)) GTEST_SKIP() << "there is no " << recording;
  const auto summary = decode_recording(recording, 4096, [](const Frame&) {});
  ASSERT_TRUE(summary);
  EXPECT_GE(summary->counts.frames(), 217U);
}

}  // namespace
}  // namespace orbweaver::adsb
