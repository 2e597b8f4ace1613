// SPDX-License-Identifier: Apache-2.0
// Fourth step: how much of either tone is in the audio of the last bit time. Noncoherent: the phase
// does not matter.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace orbweaver::ax25 {

/// The amplitude of the tone of a 1 and of a 0.
struct Tones {
  float mark = 0;
  float space = 0;
};

class Correlator {
 public:
  explicit Correlator(double rate);

  /// One pair for each sample. They are the same however the audio is cut into calls.
  /// Owns: the view holds until the next call.
  [[nodiscard]] std::span<const Tones> push(std::span<const float> audio);

 private:
  [[nodiscard]] Tones correlate(const float* audio) const;

  std::vector<std::complex<float>> mark_;   ///< a tone in a window of a bit time
  std::vector<std::complex<float>> space_;  ///< of the same length
  std::vector<float> pending_;              ///< the samples of one window but one, between calls
  std::vector<Tones> tones_;
};

}  // namespace orbweaver::ax25
