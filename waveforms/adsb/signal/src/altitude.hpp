// SPDX-License-Identifier: Apache-2.0
// Altitude and identity codes of surveillance replies and position reports.
// Spec: ICAO Annex 10 volume IV, 3.1.2.6.5.4 (AC), 3.1.2.6.7.1 (ID), 3.1.1.7.12.2 (Gillham).
#pragma once

#include <cstdint>
#include <optional>

namespace orbweaver::adsb {

/// The 13-bit altitude code in feet; absent if it is unknown, metric, or no valid Gillham code.
[[nodiscard]] std::optional<int> altitude_of_ac13(std::uint32_t code);

/// The 12-bit altitude code of a position report: AC13 without its metric bit.
[[nodiscard]] std::optional<int> altitude_of_ac12(std::uint32_t code);

/// The AC12 code of an altitude in steps of 25 ft, from -1000 ft to 50175 ft.
[[nodiscard]] std::uint32_t ac12_of_altitude(int altitude_ft);

/// The AC13 code with the metric bit off.
[[nodiscard]] constexpr std::uint32_t ac13_of_ac12(std::uint32_t code) {
  return (code & 0xFC0) << 1 | (code & 0x3F);
}

/// The four octal digits of a 13-bit identity code, as decimal digits.
[[nodiscard]] std::uint16_t squawk_of_id13(std::uint32_t code);

}  // namespace orbweaver::adsb
