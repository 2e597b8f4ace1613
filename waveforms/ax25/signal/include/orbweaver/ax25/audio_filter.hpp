// SPDX-License-Identifier: Apache-2.0
// Third step, behind the channel filter and the demodulator of waveforms/fm: the band of the two
// tones out of the audio. It takes away what hum, voice, and a transmitter beside its frequency (a
// constant) put beneath the tones, and the discriminator's noise above them.
#pragma once

#include <span>
#include <vector>

#include <orbweaver/fm/liquid_object.hpp>

namespace orbweaver::ax25 {

class AudioFilter {
 public:
  /// `rate`: of the audio, at least 8,000 Hz.
  explicit AudioFilter(double rate);

  /// One sample for each. They are the same however the audio is cut into calls.
  /// Owns: the view holds until the next call.
  [[nodiscard]] std::span<const float> push(std::span<const float> audio);

 private:
  fm::LiquidObject<firfilt_rrrf, firfilt_rrrf_destroy> filter_;
  std::vector<float> filtered_;
};

}  // namespace orbweaver::ax25
