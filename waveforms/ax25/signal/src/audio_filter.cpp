// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/audio_filter.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>

#include <orbweaver/ax25/plan.hpp>

namespace orbweaver::ax25 {
namespace {

// The tones with the sidebands of their keying; found by counting frames at several noises.
constexpr double kLowHz = kMarkHz - 400;
constexpr double kHighHz = kSpaceHz + 200;
constexpr double kEdgeHz = 400;
constexpr float kAttenuationDb = 40;

/// A Kaiser low-pass of half the band, moved to its middle.
std::vector<float> design(double rate) {
  const auto edge = static_cast<float>(kEdgeHz / rate);
  const unsigned int length = estimate_req_filter_len(edge, kAttenuationDb) | 1U;
  std::vector<float> taps(length);
  liquid_firdes_kaiser(length, static_cast<float>((kHighHz - kLowHz) / 2 / rate), kAttenuationDb, 0,
                       taps.data());
  double sum = 0;
  for (const float tap : taps) sum += tap;
  const double turn = std::numbers::pi * (kHighHz + kLowHz) / rate;
  for (std::size_t k = 0; k < taps.size(); ++k) {
    const double place = static_cast<double>(k) - static_cast<double>(length / 2);
    taps[k] = static_cast<float>(2 * taps[k] / sum * std::cos(turn * place));
  }
  return taps;
}

}  // namespace

AudioFilter::AudioFilter(double rate) {
  auto taps = design(rate);
  filter_.reset(firfilt_rrrf_create(taps.data(), static_cast<unsigned int>(taps.size())));
}

std::span<const float> AudioFilter::push(std::span<const float> audio) {
  filtered_.resize(audio.size());
  for (std::size_t k = 0; k < audio.size(); ++k) {
    firfilt_rrrf_push(filter_.get(), audio[k]);
    firfilt_rrrf_execute(filter_.get(), &filtered_[k]);
  }
  return filtered_;
}

}  // namespace orbweaver::ax25
