// SPDX-License-Identifier: Apache-2.0
// First step: one station out of the recording. It is moved to 0 Hz, filtered, and given at a lower
// rate.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include <orbweaver/fm/liquid_object.hpp>
#include <orbweaver/fm/plan.hpp>

namespace orbweaver::fm {

class ChannelFilter {
 public:
  explicit ChannelFilter(const Plan& plan);

  /// The channel's samples that these samples of the recording complete, in order. They are the
  /// same however the recording is cut into calls. The first come when the filter is half full:
  /// before, it has more of nothing than of the station. Owns: the view holds until the next call.
  [[nodiscard]] std::span<const std::complex<float>> push(std::span<const std::complex<float>> iq);

 private:
  std::size_t decimation_;
  LiquidObject<nco_crcf, nco_crcf_destroy> oscillator_;  ///< none if the station is in the middle
  LiquidObject<firdecim_crcf, firdecim_crcf_destroy> filter_;
  std::vector<std::complex<float>> pending_;  ///< less than `decimation_` samples between calls
  std::vector<std::complex<float>> channel_;
  std::size_t to_skip_;
};

}  // namespace orbweaver::fm
