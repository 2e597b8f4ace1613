// SPDX-License-Identifier: Apache-2.0
// Compact position reporting (CPR) of airborne aircraft: two reports, one even and one odd, give a
// position anywhere on earth.
// Spec: RTCA DO-260B, A.1.7.
#pragma once

#include <cstdint>
#include <optional>

#include <orbweaver/adsb/frame.hpp>

namespace orbweaver::adsb {

/// The 17-bit fields of one report.
struct CompactPosition {
  std::uint32_t latitude = 0;
  std::uint32_t longitude = 0;

  bool operator==(const CompactPosition&) const = default;
};

enum class Parity : std::uint8_t { even, odd };

/// The position at the `newest` of the two reports; absent if they lie in different latitude zones.
[[nodiscard]] std::optional<Position> position_of(const CompactPosition& even,
                                                  const CompactPosition& odd, Parity newest);

/// The report that an aircraft at this position sends.
[[nodiscard]] CompactPosition compact_of(const Position& position, Parity parity);

/// The number of longitude zones at a latitude, NL.
[[nodiscard]] int longitude_zones(double latitude_deg);

}  // namespace orbweaver::adsb
