// SPDX-License-Identifier: Apache-2.0
// A frame as the levels that key a transmitter: flags, check sequence, bit stuffing, NRZI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orbweaver::ax25 {

/// Flags before the frame: 267 ms, in which a transmitter reaches its power.
inline constexpr std::size_t kFlagsBefore = 40;
inline constexpr std::size_t kFlagsAfter = 3;

/// One level for each bit on the air; true is the mark tone.
[[nodiscard]] std::vector<bool> key(std::span<const std::uint8_t> frame);

}  // namespace orbweaver::ax25
