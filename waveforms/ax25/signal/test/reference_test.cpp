// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/reference.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/ax25/truth.hpp>
#include <orbweaver/fm/reference.hpp>

#include "bits_of_frame.hpp"
#include "traffic_on_file.hpp"

namespace orbweaver::ax25 {
namespace {

using testing::HasSubstr;

const auto ignore = [](const HeardFrame&) {};

TEST(TheReference, finds_all_that_was_sent_and_nothing_else) {
  const TrafficOnFile traffic;
  const auto heard = traffic.receive();
  const auto verdict = compare(traffic.sent(), 0, heard);
  EXPECT_EQ(verdict.sent, 6U);
  EXPECT_EQ(verdict.received, 6U);
  EXPECT_EQ(verdict.others, 0U);
}

TEST(TheReference, finds_the_same_in_packets_of_any_size) {
  const TrafficOnFile traffic;
  const auto wanted = traffic.receive();
  for (const std::size_t packet : {1U, 7U, 777U, 1'000'000U}) {
    EXPECT_EQ(traffic.receive(0, packet), wanted) << packet;
  }
}

TEST(TheReference, finds_the_frames_of_one_channel_of_several) {
  GeneratorPlan plan{.sample_rate_hz = 96'000, .channels_hz = {-25'000, 0, 25'000}, .frames = 9};
  plan.twist_db = 0;
  const TrafficOnFile traffic(plan);
  for (const double channel : plan.channels_hz) {
    const auto verdict = compare(traffic.sent(), channel, traffic.receive(channel));
    EXPECT_EQ(verdict.sent, 3U);
    EXPECT_EQ(verdict.received, 3U) << channel;
    EXPECT_EQ(verdict.others, 0U) << channel;
  }
}

TEST(TheReference, hears_with_several_slicers_what_one_does_not) {
  GeneratorPlan plan = small_plan();
  plan.frames = 10;
  plan.twist_db = 5;
  plan.noise = 0.05;
  const TrafficOnFile traffic(plan);
  const auto frames_by = [&](std::vector<double> gains) {
    return receive_recording(traffic.path(),
                             {.choices = {48'000, 0}, .space_gains_db = std::move(gains)}, ignore)
        ->frames;
  };
  const auto most = std::max({frames_by({-4}), frames_by({0}), frames_by({4})});
  EXPECT_GE(frames_by({-4, 0, 4}), most);
  EXPECT_GT(frames_by({-4, 0, 4}), std::min(frames_by({-4}), frames_by({4})));
}

TEST(TheReference, hears_nothing_in_noise) {
  GeneratorPlan plan = small_plan();
  plan.noise = 1;
  plan.strongest = plan.weakest = 0.001;
  EXPECT_TRUE(TrafficOnFile(plan).receive().empty());
}

TEST(TheReference, receives_the_audio_of_another_receiver) {
  const auto text = frame_saying("audio");
  const TrafficOnFile traffic({.sample_rate_hz = 48'000, .content = {text}});
  const fm::Choices narrow{
      .band = fm::Band::narrow, .sample_rate_hz = 48'000, .audio_rate_hz = 22'050};
  ASSERT_TRUE(fm::receive_recording(traffic.path(), narrow, 4096, traffic.file("a.wav")));
  std::vector<HeardFrame> heard;
  const auto keep = [&heard](const HeardFrame& frame) { heard.push_back(frame); };
  ASSERT_TRUE(receive_audio(traffic.file("a.wav"), {}, keep));
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(heard[0].octets, text);
}

TEST(TheReference, refuses_what_it_cannot_receive_in_one_line) {
  const TrafficOnFile traffic;
  EXPECT_THAT(receive_recording("/absent.cu8", {}, ignore).error(),
              HasSubstr("/absent.cu8: no such"));
  EXPECT_THAT(receive_recording(traffic.path(), {.choices = {0, 0}}, ignore).error(),
              HasSubstr("does not state its sample rate"));
  EXPECT_THAT(receive_recording(traffic.path(), {.choices = {8'000, 0}}, ignore).error(),
              HasSubstr("too low"));
  EXPECT_THAT(receive_recording(traffic.path(), {.space_gains_db = {}}, ignore).error(),
              HasSubstr("0 slicers: give 1 to 8"));
  EXPECT_THAT(receive_audio(traffic.path(), {}, ignore).error(), HasSubstr("a.cf32: no WAV file"));
}

}  // namespace
}  // namespace orbweaver::ax25
