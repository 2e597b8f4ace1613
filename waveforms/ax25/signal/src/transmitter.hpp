// SPDX-License-Identifier: Apache-2.0
// The samples of one transmission: two tones without a break of their phase, emphasis, FM.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include <orbweaver/ax25/generator.hpp>

#include "emphasis.hpp"

namespace orbweaver::ax25 {

class Transmitter {
 public:
  Transmitter(const Transmission& transmission, double deviation_hz, double rate);

  [[nodiscard]] std::uint64_t first_sample() const { return first_sample_; }
  [[nodiscard]] bool has_ended() const { return bit() >= levels_.size(); }
  /// Requires: it has not ended.
  [[nodiscard]] std::complex<float> next();

 private:
  [[nodiscard]] std::size_t bit() const;

  std::vector<bool> levels_;
  std::uint64_t first_sample_;
  double bits_before_;  ///< at the first sample
  double bits_per_sample_;
  double amplitude_;
  double carrier_turns_per_sample_;
  double deviation_turns_per_sample_;
  double mark_turns_per_sample_;
  double space_turns_per_sample_;
  Emphasis emphasis_;
  std::uint64_t samples_ = 0;
  double audio_turns_ = 0;
  double carrier_turns_ = 0;
};

}  // namespace orbweaver::ax25
