// SPDX-License-Identifier: Apache-2.0
// Coefficients of low-pass filters.
#pragma once

#include <vector>

namespace orbweaver::fm {

/// A Kaiser low-pass with gain 1 at 0 Hz, for samples at `rate`: 70 dB from `stop` on.
[[nodiscard]] std::vector<float> design_low_pass(double pass, double stop, double rate);

}  // namespace orbweaver::fm
