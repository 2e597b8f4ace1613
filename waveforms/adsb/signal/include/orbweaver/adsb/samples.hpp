// SPDX-License-Identifier: Apache-2.0
// The packets that the receiver's components exchange. One sample form serves every recording:
// signed 16-bit I and Q, interleaved. It holds 8-bit and 16-bit recordings without loss, floats
// with 96 dB, is the SCA's ShortSequence, and leaves no format field for a stage to misread; it
// costs an 8-bit source twice its octets on the wire. Full scale is +-32767; one 8-bit step is 256.
#pragma once

#include <cstdint>
#include <vector>

namespace orbweaver::adsb {

inline constexpr std::uint32_t kSampleRateHz = 2'000'000;

/// I and Q by turns: a packet of n samples has 2n elements.
using IqPacket = std::vector<std::int16_t>;
/// One element a sample, in the unit of IqPacket.
using MagnitudePacket = std::vector<std::uint16_t>;

}  // namespace orbweaver::adsb
