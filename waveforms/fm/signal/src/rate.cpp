// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/rate.hpp>

#include <cmath>

#include <fmt/format.h>

namespace orbweaver::fm {

std::expected<std::uint32_t, std::string> recording_rate(std::optional<double> stated_hz,
                                                         std::uint32_t chosen_hz) {
  if (!stated_hz) {
    if (chosen_hz != 0) return chosen_hz;
    return std::unexpected("the recording does not state its sample rate; give it");
  }
  if (!(*stated_hz <= 100e6) || std::floor(*stated_hz) != *stated_hz) {
    return std::unexpected(fmt::format(
        "the recording's sample rate of {} Hz is not a whole number up to 100000000; resample it",
        *stated_hz));
  }
  const auto stated = static_cast<std::uint32_t>(*stated_hz);
  if (chosen_hz == 0 || chosen_hz == stated) return stated;
  return std::unexpected(
      fmt::format("the recording states a sample rate of {} Hz, and {} Hz is set; set {}", stated,
                  chosen_hz, stated));
}

}  // namespace orbweaver::fm
