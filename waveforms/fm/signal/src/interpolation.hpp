// SPDX-License-Identifier: Apache-2.0
// A signal between its samples, much finer than 16 bits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace orbweaver::fm {

/// The values at `first`, `first + step`, ..., in samples; outside the signal it is 0. With a step
/// above 1 what the wider samples cannot hold is filtered out.
[[nodiscard]] std::vector<double> interpolate(std::span<const double> signal, double first,
                                              double step, std::size_t count);

}  // namespace orbweaver::fm
