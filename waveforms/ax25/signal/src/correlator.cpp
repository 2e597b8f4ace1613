// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/correlator.hpp>

#include <cmath>
#include <numbers>

#include <orbweaver/ax25/plan.hpp>

namespace orbweaver::ax25 {
namespace {

std::vector<std::complex<float>> tone(double hz, double rate) {
  const auto length = static_cast<std::size_t>(std::lround(rate / kBaud));
  std::vector<std::complex<float>> taps(length);
  for (std::size_t k = 0; k < length; ++k) {
    const double angle = 2 * std::numbers::pi * hz * static_cast<double>(k) / rate;
    taps[k] = {static_cast<float>(std::cos(angle) / static_cast<double>(length)),
               static_cast<float>(-std::sin(angle) / static_cast<double>(length))};
  }
  return taps;
}

float amplitude(const std::vector<std::complex<float>>& taps, const float* audio) {
  float real = 0;
  float imaginary = 0;
  for (std::size_t k = 0; k < taps.size(); ++k) {
    real += taps[k].real() * audio[k];
    imaginary += taps[k].imag() * audio[k];
  }
  return std::sqrt(real * real + imaginary * imaginary);
}

}  // namespace

Correlator::Correlator(double rate)
    : mark_(tone(kMarkHz, rate)), space_(tone(kSpaceHz, rate)), pending_(mark_.size() - 1) {}

Tones Correlator::correlate(const float* audio) const {
  return {amplitude(mark_, audio), amplitude(space_, audio)};
}

std::span<const Tones> Correlator::push(std::span<const float> audio) {
  pending_.insert(pending_.end(), audio.begin(), audio.end());
  tones_.resize(audio.size());
  for (std::size_t k = 0; k < audio.size(); ++k) tones_[k] = correlate(pending_.data() + k);
  pending_.erase(pending_.begin(), pending_.end() - static_cast<std::ptrdiff_t>(mark_.size() - 1));
  return tones_;
}

}  // namespace orbweaver::ax25
