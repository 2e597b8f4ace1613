// SPDX-License-Identifier: Apache-2.0
// Frames as readable lines, and as JSON for programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <orbweaver/ax25/frame.hpp>
#include <orbweaver/ax25/heard_frame.hpp>

namespace orbweaver::ax25 {

/// As monitors print it: `SOURCE>DESTINATION,DIGIPEATER*,NEXT:information`. The star stands at the
/// last digipeater that has repeated the frame. Octets of the information that are no printable
/// ASCII stand as <0x0d>. Of a frame that is not UI, its kind stands before the information: `:(S
/// 0x01)`.
[[nodiscard]] std::string to_text(const Frame& frame);

/// One line of JSON, without its end: time in seconds, slicers, octets, and the fields, or `error`
/// if they cannot be read.
[[nodiscard]] std::string to_json(const HeardFrame& heard);

/// Two hexadecimal digits for each.
[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> octets);

}  // namespace orbweaver::ax25
