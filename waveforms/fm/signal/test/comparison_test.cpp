// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/comparison.hpp>

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/recording/random.hpp>

#include "programme.hpp"

namespace orbweaver::fm {
namespace {

using testing::HasSubstr;

constexpr double kRate = 48e3;

/// A sweep, `late_seconds` late, with noise.
WavFile sweep(double late_seconds, double gain = 1, double noise = 0, double seconds = 1) {
  const ProgrammeAudio audio(Programme::sweep, 1, 100, 10e3, 0);
  recording::Random random(5);
  WavFile wav{.rate_hz = 48'000, .samples = {}};
  for (double k = 0; k < seconds * kRate; ++k) {
    const double value =
        0.5 * gain * audio.value(k / kRate - late_seconds) + noise * normal_pair(random).i;
    wav.samples.push_back(static_cast<std::int16_t>(std::lround(value * 32767)));
  }
  return wav;
}

TEST(Comparison, finds_delay_and_gain_to_a_fraction) {
  const auto found = compare(sweep(0.0123456, 0.5), sweep(0));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->delay_ms, 12.3456, 1e-3);
  EXPECT_NEAR(found->gain_db, -6.02, 0.01);
  EXPECT_GT(found->snr_db, 60);
}

TEST(Comparison, measures_noise_as_it_is) {
  // The sweep has 0.45 / sqrt(2).
  const auto found = compare(sweep(0.001, 1, 0.01), sweep(0));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->snr_db, 20 * std::log10(0.45 / std::sqrt(2) / 0.01), 0.2);
}

TEST(Comparison, of_packets_in_the_wrong_order_shows_it) {
  auto mixed = sweep(0);
  std::swap_ranges(mixed.samples.begin() + 20'000, mixed.samples.begin() + 20'400,
                   mixed.samples.begin() + 20'400);
  EXPECT_LT(compare(mixed, sweep(0))->snr_db, 25);
}

TEST(Comparison, refuses_what_it_cannot_judge) {
  EXPECT_THAT(compare(sweep(0, 1, 0, 0.1), sweep(0)).error(), HasSubstr("less than 0.2 s"));
  EXPECT_THAT(compare(sweep(0), WavFile{48'000, {}}).error(), HasSubstr("less than 0.2 s"));
  const WavFile silence{48'000, std::vector<std::int16_t>(48'000)};
  EXPECT_THAT(compare(sweep(0), silence).error(), HasSubstr("nothing of the original"));
  EXPECT_THAT(compare(silence, sweep(0)).error(), HasSubstr("nothing of the original"));
}

}  // namespace
}  // namespace orbweaver::fm
