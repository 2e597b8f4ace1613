// SPDX-License-Identifier: Apache-2.0
// The audio that was sent comes out again: at least 40 dB above all else.
#include <cmath>
#include <ostream>

#include <gtest/gtest.h>

#include "station.hpp"

namespace orbweaver::fm {
namespace {

constexpr double kLeastSnrDb = 40;

struct Case {
  const char* name;
  GeneratorPlan plan;
  const char* file = "station.cs16";
};

void PrintTo(const Case& test_case, std::ostream* out) { *out << test_case.name; }

class Reception : public testing::TestWithParam<Case> {};

TEST_P(Reception, is_40_dB_or_better_at_the_level_that_was_sent) {
  const Broadcast station(GetParam().plan, GetParam().file);
  const Comparison comparison = station.compare_with_original(GetParam().plan.choices);
  EXPECT_GE(comparison.snr_db, kLeastSnrDb);
  EXPECT_LT(std::abs(comparison.gain_db), 0.1);
  EXPECT_LT(comparison.delay_ms, 20);
  RecordProperty("snr_db", std::to_string(comparison.snr_db));
}

constexpr auto kNarrow = Band::narrow;

INSTANTIATE_TEST_SUITE_P(
    Of, Reception,
    testing::Values(
        Case{"broadcast_50_us", {.seconds = 2}},
        Case{"broadcast_75_us", {.choices = {.de_emphasis_us = 75}, .seconds = 2}},
        Case{"broadcast_tones", {.programme = Programme::tones, .seconds = 2}},
        Case{"broadcast_8_bits", {.seconds = 2}, "station.cu8"},
        Case{"broadcast_floats", {.seconds = 2}, "station.cf32"},
        Case{"broadcast_noise", {.seconds = 2, .noise = 0.01}},
        Case{"broadcast_beside_the_middle_of_a_fast_recording",
             {.choices = {.sample_rate_hz = 1'024'000, .offset_hz = -210e3}, .seconds = 1}},
        Case{"broadcast_from_a_slow_recording",
             {.choices = {.sample_rate_hz = 192'000}, .seconds = 2}},
        Case{"narrow_5_kHz", {.choices = {.band = kNarrow}, .seconds = 2}},
        Case{"narrow_2500_Hz", {.choices = {.band = kNarrow, .deviation_hz = 2.5e3}, .seconds = 2}},
        Case{"narrow_tones",
             {.choices = {.band = kNarrow, .sample_rate_hz = 48'000},
              .programme = Programme::tones,
              .seconds = 2}},
        Case{"narrow_in_a_fast_recording",
             {.choices = {.band = kNarrow, .sample_rate_hz = 2'400'000, .offset_hz = 312.5e3},
              .seconds = 1}}),
    [](const auto& of) { return of.param.name; });

class AudioRate : public testing::TestWithParam<std::uint32_t> {};

TEST_P(AudioRate, is_that_of_the_file_and_the_audio_keeps_its_quality) {
  const GeneratorPlan plan{.choices = {.band = kNarrow, .audio_rate_hz = GetParam()}, .seconds = 2};
  const Broadcast station(plan);
  EXPECT_EQ(station.receive(plan.choices).rate_hz, GetParam());
  EXPECT_GE(station.compare_with_original(plan.choices).snr_db, kLeastSnrDb);
}

INSTANTIATE_TEST_SUITE_P(Of, AudioRate,
                         testing::Values(8'000U, 11'025U, 12'345U, 16'000U, 22'050U, 32'000U,
                                         44'100U, 48'000U));

TEST(Comparison, takes_the_original_at_another_rate) {
  const GeneratorPlan plan{.seconds = 2, .high_hz = 10e3};
  const Broadcast station(plan);
  EXPECT_GE(station.compare_with_original({.audio_rate_hz = 32'000}).snr_db, kLeastSnrDb);
}

TEST(Reception, of_the_wrong_band_is_not_taken_for_good) {
  const Broadcast station({.seconds = 1});
  EXPECT_LT(station.compare_with_original({.band = Band::narrow}).snr_db, 20);
}

}  // namespace
}  // namespace orbweaver::fm
