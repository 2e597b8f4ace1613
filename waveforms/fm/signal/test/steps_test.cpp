// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <orbweaver/fm/channel_filter.hpp>
#include <orbweaver/fm/demodulator.hpp>

#include "de_emphasis.hpp"
#include "low_pass.hpp"
#include "resampler.hpp"

namespace orbweaver::fm {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

std::vector<float> tone(double frequency, double rate, std::size_t samples) {
  std::vector<float> signal(samples);
  for (std::size_t k = 0; k < samples; ++k) {
    signal[k] = static_cast<float>(std::cos(kTurn * frequency * static_cast<double>(k) / rate));
  }
  return signal;
}

/// Amplitude and phase of a tone in the last half of a signal.
std::complex<double> phasor(std::span<const float> signal, double frequency, double rate) {
  std::complex<double> sum = 0;
  const std::size_t first = signal.size() / 2;
  for (std::size_t k = first; k < signal.size(); ++k) {
    sum += static_cast<double>(signal[k]) *
           std::polar(1.0, -kTurn * frequency * static_cast<double>(k) / rate);
  }
  return 2.0 * sum / static_cast<double>(signal.size() - first);
}

double power_db(std::span<const std::complex<float>> signal) {
  double sum = 0;
  for (const auto& sample : signal) sum += std::norm(sample);
  return 10 * std::log10(sum / static_cast<double>(signal.size()));
}

TEST(DeEmphasis, is_the_RC_low_pass_in_amplitude_and_phase) {
  constexpr double kRate = 240e3;
  for (const double microseconds : {50.0, 75.0}) {
    for (const double frequency : {100.0, 3'000.0, 15'000.0}) {
      DeEmphasis filter(microseconds, kRate);
      auto signal = tone(frequency, kRate, 48'000);
      filter.apply(signal);
      const std::complex<double> wanted =
          std::polar(1.0, -kTurn * frequency / kRate) /  // the sample that the filter is late
          std::complex<double>(1, kTurn * frequency * microseconds * 1e-6);
      EXPECT_LT(std::abs(phasor(signal, frequency, kRate) - wanted), 1e-3 * std::abs(wanted));
    }
  }
}

TEST(DeEmphasis, of_no_time_constant_changes_nothing) {
  DeEmphasis filter(0, 48e3);
  auto signal = tone(1000, 48e3, 100);
  filter.apply(signal);
  EXPECT_EQ(signal, tone(1000, 48e3, 100));
}

TEST(Resampler, gives_as_many_samples_as_the_ratio_says_after_any_time) {
  for (const auto& [up, down] : {std::pair{4U, 5U}, {147U, 200U}, {12'345U, 60'000U}, {7U, 2U}}) {
    Resampler resampler(up, down);
    std::vector<float> out;
    const std::size_t count = 20ULL * down;
    resampler.push(std::vector<float>(count), out);
    EXPECT_EQ(out.size(), 20ULL * up);
  }
}

TEST(Resampler, keeps_a_tone_in_time_and_amplitude) {
  constexpr double kIn = 60e3, kOut = 44.1e3;
  Resampler resampler(441, 600);
  std::vector<float> out;
  resampler.push(tone(9'000, kIn, 120'000), out);
  const auto found = phasor(out, 9'000, kOut);
  EXPECT_NEAR(std::abs(found), 1, 1e-3);
  const double late = -std::arg(found) / kTurn / 9'000 * kIn;
  // Eight samples of what comes in, but for whole turns.
  EXPECT_NEAR(std::remainder(late - 8, kIn / 9'000), 0, 1e-2);
}

TEST(LowPass, stops_70_dB_and_passes_all_below) {
  const auto taps = design_low_pass(15e3, 18e3, 240e3);
  const auto answer = [&](double frequency) {
    std::complex<double> sum = 0;
    for (std::size_t k = 0; k < taps.size(); ++k) {
      sum += static_cast<double>(taps[k]) *
             std::polar(1.0, -kTurn * frequency * static_cast<double>(k) / 240e3);
    }
    return 20 * std::log10(std::abs(sum));
  };
  for (const double frequency : {0.0, 5e3, 15e3}) EXPECT_NEAR(answer(frequency), 0, 0.01);
  for (const double frequency : {18e3, 19e3, 57e3, 120e3}) EXPECT_LT(answer(frequency), -65);
}

TEST(ChannelFilter, takes_the_station_and_leaves_its_neighbours) {
  const Plan plan = make_plan({.sample_rate_hz = 1'200'000, .offset_hz = 200e3}).value();
  const auto level = [&](double frequency) {
    ChannelFilter filter(plan);
    std::vector<std::complex<float>> iq(60'000);
    for (std::size_t k = 0; k < iq.size(); ++k) {
      const auto sample = std::polar(1.0, kTurn * frequency * static_cast<double>(k) / 1.2e6);
      iq[k] = {static_cast<float>(sample.real()), static_cast<float>(sample.imag())};
    }
    const auto channel = filter.push(iq);
    return power_db(channel.subspan(channel.size() / 2));
  };
  EXPECT_NEAR(level(200e3), 0, 0.1);
  EXPECT_NEAR(level(290e3), 0, 0.1);
  EXPECT_LT(level(0), -50);
  EXPECT_LT(level(400e3), -50);
}

TEST(Demodulator, gives_full_deviation_as_1_and_keeps_high_tones) {
  const Plan plan = make_plan({}).value();
  Demodulator demodulator(plan);
  std::vector<std::complex<float>> channel(48'000);
  for (std::size_t k = 0; k < channel.size(); ++k) {
    const double time = static_cast<double>(k) / plan.channel_rate;
    const double phase = plan.deviation / 15e3 * std::sin(kTurn * 15e3 * time);
    channel[k] = {static_cast<float>(std::cos(phase)), static_cast<float>(std::sin(phase))};
  }
  EXPECT_NEAR(std::abs(phasor(demodulator.push(channel), 15e3, plan.channel_rate)), 1, 1e-3);
}

}  // namespace
}  // namespace orbweaver::fm
