// SPDX-License-Identifier: Apache-2.0
#include "low_pass.hpp"

#include <algorithm>
#include <numeric>

#include <orbweaver/fm/liquid_object.hpp>

namespace orbweaver::fm {
namespace {

constexpr float kAttenuationDb = 70;

}  // namespace

std::vector<float> design_low_pass(double pass, double stop, double rate) {
  const auto width = static_cast<float>((stop - pass) / rate);
  // Odd: the delay is a whole number of samples.
  const unsigned int length = estimate_req_filter_len(width, kAttenuationDb) | 1U;
  std::vector<float> taps(length);
  const auto middle = static_cast<float>(std::min((pass + stop) / 2 / rate, 0.499));
  liquid_firdes_kaiser(length, middle, kAttenuationDb, 0, taps.data());
  const float sum = std::accumulate(taps.begin(), taps.end(), 0.0F);
  for (float& tap : taps) tap /= sum;
  return taps;
}

}  // namespace orbweaver::fm
