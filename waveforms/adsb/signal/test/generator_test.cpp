// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/generator.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <orbweaver/adsb/crc.hpp>
#include <orbweaver/adsb/format.hpp>
#include <orbweaver/adsb/reference.hpp>

#include "temporary_folder.hpp"

namespace orbweaver::adsb {
namespace {

using recording::TemporaryFolder;

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Frame> decode(const std::filesystem::path& path, std::size_t packet = 4096) {
  std::vector<Frame> frames;
  const auto summary =
      decode_recording(path, packet, [&](const Frame& frame) { frames.push_back(frame); });
  EXPECT_TRUE(summary);
  return frames;
}

bool contains(const std::vector<Frame>& frames, const TrueFrame& truth) {
  return std::ranges::any_of(frames, [&](const Frame& frame) {
    return frame.raw.octets == truth.octets &&
           std::abs(static_cast<double>(frame.raw.sample) - truth.start_sample) < 2;
  });
}

TEST(Generator, makes_frames_that_the_reference_decode_finds_again) {
  const TemporaryFolder folder;
  const GeneratorPlan plan{
      .seconds = 0.5, .frames = 600, .seed = 3, .noise = 0.01, .overlap = 0.1, .weakest = 0.25};
  const auto truth = generate_recording(plan, folder.file("a.cu8"));
  ASSERT_TRUE(truth);
  ASSERT_EQ(truth->size(), 600U);
  const auto frames = decode(folder.file("a.cu8"));
  int clear = 0;
  for (const TrueFrame& frame : *truth) {
    if (frame.overlapped) continue;
    ++clear;
    EXPECT_TRUE(contains(frames, frame)) << "at sample " << frame.start_sample;
  }
  EXPECT_GT(clear, 500);
  EXPECT_LE(frames.size(), 600U);
}

TEST(Generator, sends_every_kind_of_frame_with_its_fields) {
  const TemporaryFolder folder;
  ASSERT_TRUE(generate_recording({.seconds = 0.2, .frames = 200, .overlap = 0, .weakest = 0.5},
                                 folder.file("a.cu8")));
  std::set<int> formats;
  bool callsign = false;
  bool position = false;
  bool velocity = false;
  for (const Frame& frame : decode(folder.file("a.cu8"))) {
    formats.insert(frame.format);
    callsign |= frame.callsign && frame.callsign->starts_with("ORB1");
    velocity |= frame.velocity.has_value();
    if (!frame.position) continue;
    position = true;
    EXPECT_TRUE(frame.position->latitude_deg > 45.9 && frame.position->latitude_deg < 54.1);
    EXPECT_TRUE(frame.position->longitude_deg > 3.9 && frame.position->longitude_deg < 14.1);
  }
  EXPECT_THAT(formats, testing::ElementsAre(4, 5, 11, 17, 20));
  EXPECT_TRUE(callsign && position && velocity);
}

TEST(Generator, repeats_itself_for_a_seed_and_only_for_it) {
  const TemporaryFolder folder;
  GeneratorPlan plan{.seconds = 0.05, .frames = 50, .seed = 9};
  ASSERT_TRUE(generate_recording(plan, folder.file("a.cu8")));
  ASSERT_TRUE(generate_recording(plan, folder.file("b.cu8")));
  plan.seed = 10;
  ASSERT_TRUE(generate_recording(plan, folder.file("c.cu8")));
  EXPECT_EQ(content(folder.file("a.cu8")).size(), 200'000U);
  EXPECT_EQ(content(folder.file("a.cu8")), content(folder.file("b.cu8")));
  EXPECT_NE(content(folder.file("a.cu8")), content(folder.file("c.cu8")));
}

TEST(Generator, lists_the_true_frames_beside_the_recording) {
  const TemporaryFolder folder;
  const auto truth = generate_recording({.seconds = 0.02, .frames = 20}, folder.file("a.cu8"));
  ASSERT_TRUE(truth);
  std::ifstream list(folder.file("a.frames.jsonl"));
  std::size_t lines = 0;
  for (std::string line; std::getline(list, line); ++lines) {
    const auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["hex"].get<std::string>().size(), 2U * truth->at(lines).length);
    EXPECT_EQ(json["start_sample"], truth->at(lines).start_sample);
  }
  EXPECT_EQ(lines, 20U);
}

TEST(Generator, renders_any_part_alone_as_in_the_whole) {
  const GeneratorPlan plan{.seconds = 0.02, .frames = 40, .noise = 0};
  const auto frames = plan_frames(plan);
  ASSERT_TRUE(frames);
  const auto whole = render(plan, *frames, 0, 40'000);
  const auto part = render(plan, *frames, 12'345, 678);
  EXPECT_TRUE(std::ranges::equal(part, std::span(whole).subspan(2 * 12'345, 2 * 678)));
}

TEST(Generator, overlaps_as_many_frames_as_asked) {
  const auto frames = plan_frames({.seconds = 1, .frames = 1000, .overlap = 0.3});
  ASSERT_TRUE(frames);
  EXPECT_EQ(frames->size(), 1000U);
  EXPECT_TRUE(std::ranges::is_sorted(*frames, {}, &TrueFrame::start_sample));
  EXPECT_EQ(std::ranges::count_if(*frames, &TrueFrame::overlapped), 300);
}

TEST(Generator, refuses_a_plan_that_cannot_be) {
  EXPECT_THAT(plan_frames({.seconds = 0.01, .frames = 90}).error(),
              testing::HasSubstr("do not fit into 0.01 s; allow at least"));
  EXPECT_FALSE(plan_frames({.frames = std::numeric_limits<std::size_t>::max()}));
  EXPECT_FALSE(plan_frames({.noise = -1}));
  EXPECT_FALSE(plan_frames({.overlap = 2}));
  EXPECT_FALSE(plan_frames({.weakest = 0.9, .strongest = 0.1}));
  const auto unwritable = generate_recording({.seconds = 0.01, .frames = 1}, "/nowhere/a.cu8");
  ASSERT_FALSE(unwritable);
  EXPECT_THAT(unwritable.error().message, testing::HasSubstr("/nowhere/a.cu8: cannot be written"));
}

}  // namespace
}  // namespace orbweaver::adsb
