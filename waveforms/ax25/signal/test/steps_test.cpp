// SPDX-License-Identifier: Apache-2.0
// The steps that work on samples, each alone.
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/ax25/audio_filter.hpp>
#include <orbweaver/ax25/correlator.hpp>
#include <orbweaver/ax25/plan.hpp>
#include <orbweaver/ax25/slicer.hpp>

#include "emphasis.hpp"

namespace orbweaver::ax25 {
namespace {

constexpr double kRate = 24'000;

std::vector<float> tone(double hz, std::size_t samples = 4'800) {
  std::vector<float> audio(samples);
  for (std::size_t k = 0; k < samples; ++k) {
    audio[k] =
        static_cast<float>(std::sin(2 * std::numbers::pi * hz * static_cast<double>(k) / kRate));
  }
  return audio;
}

/// In dB, of the second half.
double level_db(std::span<const float> audio) {
  double power = 0;
  const auto half = audio.subspan(audio.size() / 2);
  for (const float sample : half) power += double{sample} * sample;
  return 10 * std::log10(2 * power / static_cast<double>(half.size()));
}

double filtered_db(double hz) {
  AudioFilter filter(kRate);
  return level_db(filter.push(tone(hz)));
}

TEST(TheAudioFilter, passes_both_tones_and_neither_hum_nor_hiss) {
  EXPECT_NEAR(filtered_db(kMarkHz), 0, 0.5);
  EXPECT_NEAR(filtered_db(kSpaceHz), 0, 0.5);
  EXPECT_LT(filtered_db(0), -35);
  EXPECT_LT(filtered_db(300), -35);
  EXPECT_LT(filtered_db(3'200), -35);
}

TEST(TheCorrelator, tells_the_tones_apart) {
  Correlator correlator(kRate);
  const Tones mark = correlator.push(tone(kMarkHz)).back();
  EXPECT_NEAR(mark.mark, 0.5, 0.05);
  EXPECT_LT(mark.space, 0.2);
  const Tones space = correlator.push(tone(kSpaceHz)).back();
  EXPECT_NEAR(space.space, 0.5, 0.05);
  EXPECT_LT(space.mark, 0.2);
}

/// Tones as of a clean signal whose bits are `bit_samples` long.
std::vector<Tones> keyed(std::span<const bool> levels, double bit_samples) {
  std::vector<Tones> tones;
  for (std::size_t k = 0; static_cast<double>(k) < bit_samples * static_cast<double>(levels.size());
       ++k) {
    const bool level = levels[static_cast<std::size_t>(static_cast<double>(k) / bit_samples)];
    tones.push_back(level ? Tones{1, 0.1F} : Tones{0.1F, 1});
  }
  return tones;
}

TEST(TheSlicer, reads_each_bit_once_although_the_senders_clock_is_another) {
  std::array<bool, 600> levels{};
  for (std::size_t k = 0; k < levels.size(); ++k) levels[k] = (k * k / 7) % 3 == 0;
  for (const double error : {-0.01, 0.0, 0.01}) {
    Slicer slicer(kRate, 0);
    const auto& bits = slicer.push(keyed(levels, kRate / kBaud * (1 + error))).bits;
    ASSERT_NEAR(static_cast<double>(bits.size()), levels.size(), 1);
    for (std::size_t k = 0; k < 500; ++k) {
      EXPECT_EQ(bits[k + bits.size() - levels.size()].is_mark, levels[k]) << error << " " << k;
    }
  }
}

TEST(TheSlicer, hears_a_weak_space_tone_with_its_gain) {
  const std::vector<Tones> weak(200, {0.3F, 0.25F});
  Slicer flat(kRate, 0), raised(kRate, 4);
  EXPECT_TRUE(flat.push(weak).bits.back().is_mark);
  EXPECT_FALSE(raised.push(weak).bits.back().is_mark);
}

TEST(TheSlicer, knows_the_time) {
  Slicer slicer(kRate, 0);
  const auto& bits = slicer.push(std::vector<Tones>(2'400, {1, 0}));
  EXPECT_EQ(bits.reached_ns, 100'000'000U);
  EXPECT_EQ(bits.bits.size(), 120U);
  EXPECT_LE(bits.bits.back().time_ns, bits.reached_ns);
}

/// Of a tone behind the filter, in dB.
double emphasised_db(double twist_db, double hz) {
  Emphasis emphasis(twist_db, kRate);
  std::vector<float> out;
  for (const float sample : tone(hz)) out.push_back(static_cast<float>(emphasis.push(sample)));
  return level_db(out);
}

TEST(Emphasis, makes_one_tone_weaker_by_what_was_asked) {
  for (const double twist : {-5.0, -2.0, 0.0, 2.0, 5.0}) {
    EXPECT_NEAR(emphasised_db(twist, kSpaceHz) - emphasised_db(twist, kMarkHz), twist, 0.15);
    EXPECT_NEAR(std::max(emphasised_db(twist, kSpaceHz), emphasised_db(twist, kMarkHz)), 0, 0.1);
  }
}

TEST(ThePlan, takes_narrow_channels_of_usual_rates) {
  EXPECT_EQ(make_plan({240'000, 0})->audio_rate, 24'000);
  EXPECT_EQ(make_plan({96'000, 10'000})->audio_rate, 24'000);
  EXPECT_GT(make_plan({2'400'000, 500'000})->audio_rate, 16'000);
  EXPECT_THAT(make_plan({8'000, 0}).error(), testing::HasSubstr("too low"));
}

}  // namespace
}  // namespace orbweaver::ax25
