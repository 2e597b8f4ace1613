// SPDX-License-Identifier: Apache-2.0
// The RC low-pass as if it got straight lines from sample to sample. Straight lines weaken high
// tones, as twice a mean over one sample does; the outer taps of the numerator make up for it (see
// demodulator.hpp). So amplitude and phase are those of the RC low-pass to 0.1 % at 15 kHz; the
// usual bilinear transform is off by 1.3 % there.
#include "de_emphasis.hpp"

#include <array>
#include <cmath>

namespace orbweaver::fm {

DeEmphasis::DeEmphasis(double time_constant_us, double rate) {
  if (time_constant_us == 0) return;
  const double steps = time_constant_us * 1e-6 * rate;
  const double pole = std::exp(-1 / steps);
  // The answer to a ramp: y[n] = pole y[n-1] + now x[n] + before x[n-1].
  const double now = 1 - steps * (1 - pole);
  const double before = steps * (1 - pole) - pole;
  constexpr double kSide = -1.0 / 12, kMiddle = 1 - 2 * kSide;
  std::array numerator{
      static_cast<float>(kSide * now), static_cast<float>(kMiddle * now + kSide * before),
      static_cast<float>(kSide * now + kMiddle * before), static_cast<float>(kSide * before)};
  std::array denominator{1.0F, static_cast<float>(-pole)};
  filter_.reset(iirfilt_rrrf_create(numerator.data(), numerator.size(), denominator.data(),
                                    denominator.size()));
}

void DeEmphasis::apply(std::span<float> signal) {
  if (!filter_) return;
  for (float& sample : signal) iirfilt_rrrf_execute(filter_.get(), sample, &sample);
}

}  // namespace orbweaver::fm
