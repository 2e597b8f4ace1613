// SPDX-License-Identifier: Apache-2.0
#include "interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace orbweaver::fm {
namespace {

constexpr int kReach = 24;  ///< samples to either side
constexpr int kFine = 512;  ///< places of the kernel a sample

/// sinc under a Blackman window, with a place more at the end for the line between two.
const std::vector<double>& kernel() {
  static const auto values = [] {
    std::vector<double> table(kReach * kFine + 2, 0.0);
    table[0] = 1;
    for (int k = 1; k < kReach * kFine; ++k) {
      const double x = std::numbers::pi * k / kFine;
      const double window = 0.42 + 0.5 * std::cos(x / kReach) + 0.08 * std::cos(2 * x / kReach);
      table[static_cast<std::size_t>(k)] = std::sin(x) / x * window;
    }
    return table;
  }();
  return values;
}

double kernel_at(double distance) {
  const double place = std::abs(distance) * kFine;
  const auto below = static_cast<std::size_t>(place);
  const auto& table = kernel();
  if (below + 1 >= table.size()) return 0;
  return std::lerp(table[below], table[below + 1], place - static_cast<double>(below));
}

}  // namespace

std::vector<double> interpolate(std::span<const double> signal, double first, double step,
                                std::size_t count) {
  // A wide step takes a wide kernel, which stops what lies above half of the new rate.
  const double width = std::max(step, 1.0);
  const double reach = kReach * width;
  std::vector<double> values(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double at = first + step * static_cast<double>(k);
    const auto from = static_cast<std::int64_t>(std::max(std::ceil(at - reach), 0.0));
    const auto until = std::min(static_cast<std::int64_t>(std::floor(at + reach)),
                                static_cast<std::int64_t>(signal.size()) - 1);
    double sum = 0;
    for (std::int64_t n = from; n <= until; ++n) {
      sum += signal[static_cast<std::size_t>(n)] * kernel_at((at - static_cast<double>(n)) / width);
    }
    values[k] = sum / width;
  }
  return values;
}

}  // namespace orbweaver::fm
