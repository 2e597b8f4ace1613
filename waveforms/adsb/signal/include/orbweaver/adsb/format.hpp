// SPDX-License-Identifier: Apache-2.0
// A decoded frame as text (one readable line) and for programs (one line of JSON).
#pragma once

#include <string>

#include <orbweaver/adsb/frame.hpp>

namespace orbweaver::adsb {

/// "   0.123456 s  DF17  4840D6  KLM1023   38000 ft  52.25720 3.91937  8D4840...", no line end.
[[nodiscard]] std::string to_text(const Frame& frame);

/// An object with sample, df, icao, hex, level, acceptance, and the fields that the frame carries.
[[nodiscard]] std::string to_json(const Frame& frame);

/// The frame's octets as hexadecimal digits.
[[nodiscard]] std::string to_hex(const Candidate& raw);

}  // namespace orbweaver::adsb
