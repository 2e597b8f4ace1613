// SPDX-License-Identifier: Apache-2.0
// Second step: the frequency of the channel's samples. Full deviation is +-1.
//
// The difference of two phases is the mean frequency between two samples, so high tones come out
// weaker. Three taps behind make up for it: what is left is 0.05 % at a sixteenth of the channel's
// rate, 15 kHz in a broadcast channel.
#pragma once

#include <array>
#include <complex>
#include <span>
#include <vector>

#include <orbweaver/fm/liquid_object.hpp>
#include <orbweaver/fm/plan.hpp>

namespace orbweaver::fm {

class Demodulator {
 public:
  explicit Demodulator(const Plan& plan);

  /// One sample for each of the channel's, in order. They are the same however the channel is cut
  /// into calls. Owns: the view holds until the next call.
  [[nodiscard]] std::span<const float> push(std::span<const std::complex<float>> channel);

 private:
  LiquidObject<freqdem, freqdem_destroy> frequency_;
  std::array<float, 2> before_{};  ///< the last two frequencies
  std::vector<float> signal_;
};

}  // namespace orbweaver::fm
