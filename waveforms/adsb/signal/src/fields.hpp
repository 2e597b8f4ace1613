// SPDX-License-Identifier: Apache-2.0
// Decodes the fields that a single frame carries; what needs several frames is the checker's.
#pragma once

#include <optional>

#include <orbweaver/adsb/frame.hpp>

#include "compact_position.hpp"

namespace orbweaver::adsb {

/// Fills in callsign, altitude, velocity and squawk of an accepted frame.
void decode_fields(Frame& frame);

struct ReportedPosition {
  CompactPosition compact;
  Parity parity = Parity::even;
};

/// The compact position of an airborne position report; absent in every other frame.
[[nodiscard]] std::optional<ReportedPosition> reported_position(const Frame& frame);

/// Whether the frame names an aircraft by an address that its transponder also answers with.
[[nodiscard]] bool shows_address(const Frame& frame);

}  // namespace orbweaver::adsb
