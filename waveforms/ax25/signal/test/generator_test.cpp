// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/generator.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/ax25/truth.hpp>

#include "bits_of_frame.hpp"
#include "traffic_on_file.hpp"

namespace orbweaver::ax25 {
namespace {

using testing::HasSubstr;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TheGenerator, writes_the_same_octets_for_the_same_plan) {
  const TrafficOnFile one, other;
  EXPECT_FALSE(content_of(one.path()).empty());
  EXPECT_EQ(content_of(one.path()), content_of(other.path()));
  auto plan = small_plan();
  plan.seed = 2;
  EXPECT_NE(content_of(TrafficOnFile(plan).path()), content_of(one.path()));
}

TEST(TheGenerator, gives_the_same_samples_however_they_are_read) {
  auto whole = Traffic::make(small_plan()).value(), parts = Traffic::make(small_plan()).value();
  std::vector<std::complex<float>> all(whole.samples()), piece(777), joined;
  EXPECT_EQ(whole.read(all), all.size());
  while (const auto count = parts.read(piece)) {
    joined.insert(joined.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(count));
  }
  EXPECT_EQ(joined, all);
}

TEST(TheGenerator, writes_what_it_sent_beside_the_recording) {
  const TrafficOnFile traffic;
  EXPECT_EQ(truth_path("folder/name.cf32"), "folder/name.sent.jsonl");
  const auto read = read_truth(truth_path(traffic.path())).value();
  ASSERT_EQ(read.size(), traffic.sent().size());
  for (std::size_t k = 0; k < read.size(); ++k) EXPECT_EQ(read[k].octets, traffic.sent()[k].octets);
}

TEST(TheGenerator, sends_no_frame_twice) {
  std::set<Octets> all;
  const auto transmissions = plan_transmissions({.frames = 500}).value();
  for (const auto& sent : transmissions) all.insert(sent.octets);
  EXPECT_EQ(all.size(), 500U);
}

TEST(TheGenerator, overlaps_as_often_as_asked) {
  const auto overlapped = [](double share) {
    const auto all = plan_transmissions({.frames = 400, .overlap = share}).value();
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &Transmission::start_s));
    return std::ranges::count_if(all, &Transmission::is_overlapped);
  };
  EXPECT_EQ(overlapped(0), 0);
  EXPECT_GT(overlapped(0.25), 100);
  EXPECT_LT(overlapped(0.25), 260);
}

TEST(TheGenerator, sends_the_frames_it_is_given) {
  const std::vector<Octets> given{frame_saying("one"), frame_saying("two")};
  const auto all = plan_transmissions({.content = given}).value();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].octets, given[0]);
  EXPECT_EQ(all[1].octets, given[1]);
}

std::string complaint_about(const GeneratorPlan& plan) {
  const auto new_plan_transmissions = plan_transmissions(plan);
  return new_plan_transmissions ? "" : new_plan_transmissions.error();
}

TEST(TheGenerator, refuses_plans_that_cannot_be) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(complaint_about({.frames = 0}), HasSubstr("0 frames: give 1 to 10000"));
  EXPECT_THAT(complaint_about({.stations = 0}), HasSubstr("0 stations"));
  EXPECT_THAT(complaint_about({.channels_hz = {}}), HasSubstr("no channel"));
  EXPECT_THAT(complaint_about({.channels_hz = {150'000}}), HasSubstr("is too low"));
  EXPECT_THAT(complaint_about({.noise = kNan}), HasSubstr("noise"));
  EXPECT_THAT(complaint_about({.overlap = 2}), HasSubstr("overlap"));
  EXPECT_THAT(complaint_about({.frequency_error_hz = -1}), HasSubstr("error of the carrier"));
  EXPECT_THAT(complaint_about({.twist_db = 6}), HasSubstr("twist"));
  EXPECT_THAT(complaint_about({.deviation_hz = 0}), HasSubstr("deviation"));
  EXPECT_THAT(complaint_about({.weakest = 0.5, .strongest = 0.1}), HasSubstr("amplitudes"));
  EXPECT_THAT(complaint_about({.content = {Octets(3)}}), HasSubstr("less than 15"));
}

TEST(TheGenerator, names_the_file_that_it_cannot_write) {
  EXPECT_THAT(generate_recording(small_plan(), "/absent/a.cf32").error(),
              HasSubstr("/absent/a.cf32"));
  EXPECT_THAT(generate_recording(small_plan(), "a.mp3").error(), HasSubstr("unknown kind"));
}

TEST(TheTruth, of_another_program_is_refused_in_one_line) {
  const recording::TemporaryFolder folder;
  EXPECT_THAT(read_truth("/absent").error(), HasSubstr("/absent: cannot be read"));
  for (const char* line :
       {"no json", "[]", "{\"octets\":7,\"channel_hz\":0}", "{\"octets\":\"0\",\"channel_hz\":0}",
        "{\"octets\":\"0g\",\"channel_hz\":0}", "{\"octets\":\"00\"}"}) {
    EXPECT_THAT(read_truth(folder.write("a.jsonl", line)).error(), HasSubstr("line 1 is no line"))
        << line;
  }
}

TEST(TheVerdict, counts_each_frame_once) {
  const std::vector<Transmission> sent{{.channel_hz = 0, .octets = {1}},
                                       {.channel_hz = 5, .octets = {2}}};
  const std::vector<HeardFrame> heard{{0, 1, {1}}, {1, 1, {1}}, {2, 1, {2}}};
  const auto verdict = compare(sent, 0, heard);
  EXPECT_EQ(verdict.sent, 1U);
  EXPECT_EQ(verdict.received, 1U);
  EXPECT_EQ(verdict.others, 2U);
}

}  // namespace
}  // namespace orbweaver::ax25
