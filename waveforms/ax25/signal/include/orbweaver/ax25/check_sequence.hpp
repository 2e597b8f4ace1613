// SPDX-License-Identifier: Apache-2.0
// The frame check sequence of HDLC: CRC-16/X.25.
#pragma once

#include <cstdint>
#include <span>

namespace orbweaver::ax25 {

/// It follows the octets in a frame, the low octet first.
[[nodiscard]] std::uint16_t check_sequence(std::span<const std::uint8_t> octets);

}  // namespace orbweaver::ax25
