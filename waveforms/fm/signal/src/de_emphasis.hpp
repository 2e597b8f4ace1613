// SPDX-License-Identifier: Apache-2.0
// De-emphasis: the RC low-pass that undoes the transmitter's pre-emphasis.
#pragma once

#include <span>

#include <orbweaver/fm/liquid_object.hpp>

namespace orbweaver::fm {

class DeEmphasis {
 public:
  /// A time constant of 0 passes everything on.
  DeEmphasis(double time_constant_us, double rate);

  void apply(std::span<float> signal);

 private:
  LiquidObject<iirfilt_rrrf, iirfilt_rrrf_destroy> filter_;
};

}  // namespace orbweaver::fm
