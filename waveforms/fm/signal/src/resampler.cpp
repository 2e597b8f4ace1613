// SPDX-License-Identifier: Apache-2.0
#include "resampler.hpp"

#include <algorithm>
#include <numeric>

namespace orbweaver::fm {
namespace {

// Nearer than 1/4096 of a sample no ear and no test can tell.
constexpr std::uint64_t kMostArms = 4096;
constexpr unsigned int kHalfLength = 8;  ///< of an arm, in input samples
constexpr float kAttenuationDb = 70;

}  // namespace

Resampler::Resampler(std::uint64_t up, std::uint64_t down) {
  const std::uint64_t common = std::gcd(up, down);
  up_ = up / common;
  down_ = down / common;
  arms_ = std::min(up_, kMostArms);
  std::vector<float> taps(2 * kHalfLength * arms_ + 1);
  const auto length = static_cast<unsigned int>(taps.size());
  liquid_firdes_kaiser(length, 0.5F / static_cast<float>(arms_), kAttenuationDb, 0, taps.data());
  const float sum = std::accumulate(taps.begin(), taps.end(), 0.0F);
  for (float& tap : taps) tap *= static_cast<float>(arms_) / sum;
  bank_.reset(firpfb_rrrf_create(static_cast<unsigned int>(arms_), taps.data(), length - 1));
}

void Resampler::push(std::span<const float> in, std::vector<float>& out) {
  for (const float sample : in) {
    firpfb_rrrf_push(bank_.get(), sample);
    for (; time_ < up_; time_ += down_) {
      const auto arm = static_cast<unsigned int>(time_ * arms_ / up_);
      float value = 0;
      firpfb_rrrf_execute(bank_.get(), arm, &value);
      out.push_back(value);
    }
    time_ -= up_;
  }
}

}  // namespace orbweaver::fm
