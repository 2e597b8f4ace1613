// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/plan.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/fm/at_rate.hpp>
#include <orbweaver/fm/rate.hpp>

namespace orbweaver::fm {
namespace {

using testing::HasSubstr;

std::string complaint(const Choices& choices) {
  const auto plan = make_plan(choices);
  return plan ? "" : plan.error();
}

TEST(Plan, takes_what_the_band_has_where_nothing_is_chosen) {
  const auto broadcast = make_plan({}).value();
  EXPECT_EQ(broadcast.deviation, 75e3);
  EXPECT_EQ(broadcast.de_emphasis_us, 50);
  EXPECT_EQ(broadcast.audio_pass, 15e3);
  const auto narrow = make_plan({.band = Band::narrow}).value();
  EXPECT_EQ(narrow.deviation, 5e3);
  EXPECT_EQ(narrow.de_emphasis_us, 0);
  EXPECT_EQ(narrow.audio_pass, 3.4e3);
}

TEST(Plan, gives_the_channel_the_lowest_rate_that_holds_it) {
  const auto plan = make_plan({.sample_rate_hz = 2'400'000}).value();
  EXPECT_EQ(plan.channel_decimation, 10U);
  EXPECT_EQ(plan.channel_rate, 240e3);
  EXPECT_EQ(make_plan({.sample_rate_hz = 240'000}).value().channel_decimation, 1U);
}

TEST(Plan, keeps_audio_below_what_its_rate_can_hold) {
  const auto plan = make_plan({.audio_rate_hz = 8'000}).value();
  EXPECT_EQ(plan.audio_pass, 3.2e3);
  EXPECT_LT(plan.audio_stop, 4e3);
}

TEST(Plan, refuses_what_cannot_be_with_the_bounds) {
  EXPECT_THAT(complaint({.sample_rate_hz = 0}), HasSubstr("sample rate 0 Hz"));
  EXPECT_THAT(complaint({.sample_rate_hz = 48'000}), HasSubstr("at least 189000 Hz"));
  EXPECT_THAT(complaint({.offset_hz = 100e3}), HasSubstr("at least 380000 Hz"));
  EXPECT_THAT(complaint({.audio_rate_hz = 96'000}), HasSubstr("between 8000 and 48000"));
  EXPECT_THAT(complaint({.deviation_hz = -5}), HasSubstr("between 500 and 200000"));
  EXPECT_THAT(complaint({.de_emphasis_us = 5e4}), HasSubstr("50, 75, 0"));
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(complaint({.offset_hz = nan}), "");
  EXPECT_NE(complaint({.gain_db = nan}), "");
}

TEST(Band, has_two_names) {
  EXPECT_EQ(parse_band("narrow"), Band::narrow);
  EXPECT_EQ(parse_band("broadcast"), Band::broadcast);
  EXPECT_THAT(parse_band("wide").error(), HasSubstr("narrow or broadcast"));
}

TEST(Plan, of_a_channel_is_that_of_the_recording_that_it_comes_from) {
  for (const Choices& choices :
       {Choices{}, Choices{.sample_rate_hz = 2'400'000}, Choices{.sample_rate_hz = 1'000'003},
        Choices{.band = Band::narrow, .sample_rate_hz = 250'000, .audio_rate_hz = 22'050}}) {
    const auto whole = make_plan(choices).value();
    auto others = choices;
    others.sample_rate_hz = 0;
    const auto channel = make_channel_plan(others, whole.channel_rate).value();
    EXPECT_EQ(channel.channel_rate, whole.channel_rate);
    EXPECT_EQ(channel.audio_decimation, whole.audio_decimation);
    EXPECT_EQ(channel.audio_pass, whole.audio_pass);
    // One ratio, whatever the two numbers.
    EXPECT_EQ(std::uint64_t{channel.sample_rate} * whole.channel_decimation,
              std::uint64_t{whole.sample_rate} * channel.channel_decimation);
  }
}

TEST(Plan, of_a_channel_names_the_rate_that_is_needed) {
  EXPECT_THAT(make_channel_plan({}, 48e3).error(),
              HasSubstr("a channel of 48000 Hz does not hold a station"));
  EXPECT_THAT(make_channel_plan({}, 1e300).error(), HasSubstr("at most 100 MHz"));
  EXPECT_THAT(make_channel_plan({.audio_rate_hz = 1}, 240e3).error(), HasSubstr("audio rate 1 Hz"));
}

TEST(AtRate, makes_the_step_of_the_stated_rate_or_of_the_chosen_one) {
  AtRate<double> step;
  const auto same = [](double rate) { return rate; };
  EXPECT_THROW((void)step.at({}, same), std::runtime_error);
  EXPECT_EQ(step.at(8e3, same), 8e3);
  step.choose(48e3);
  EXPECT_EQ(step.at({}, same), 48e3);
  EXPECT_EQ(step.at(8e3, same), 8e3);
  EXPECT_EQ(step.rate(), 8e3);
}

TEST(AtRate, makes_the_step_anew_where_the_rate_changes_and_for_another_stream) {
  AtRate<int> step;
  int number = 0;
  const auto count = [&](double) { return ++number; };
  for (const double rate : {1.0, 1.0, 2.0, 2.0}) (void)step.at(rate, count);
  EXPECT_EQ(number, 2);
  step.reset();
  EXPECT_EQ(step.at(2.0, count), 3);
}

TEST(RecordingRate, is_the_stated_or_the_chosen_one_and_never_a_guess) {
  EXPECT_EQ(recording_rate(std::nullopt, 240'000), 240'000U);
  EXPECT_EQ(recording_rate(240e3, 0), 240'000U);
  EXPECT_EQ(recording_rate(240e3, 240'000), 240'000U);
  EXPECT_THAT(recording_rate(std::nullopt, 0).error(), HasSubstr("give it"));
  EXPECT_THAT(recording_rate(2.4e6, 240'000).error(), HasSubstr("set 2400000"));
  EXPECT_THAT(recording_rate(0.5, 0).error(), HasSubstr("not a whole number"));
  EXPECT_THAT(recording_rate(1e12, 0).error(), HasSubstr("not a whole number"));
}

}  // namespace
}  // namespace orbweaver::fm
