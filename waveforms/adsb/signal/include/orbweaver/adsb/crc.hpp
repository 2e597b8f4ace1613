// SPDX-License-Identifier: Apache-2.0
// The 24-bit parity of Mode S frames.
#pragma once

#include <cstdint>
#include <span>

namespace orbweaver::adsb {

/// The frame's own parity field xor the parity of the octets before it: 0 for a plain frame, else
/// what the transponder laid over it (its address or the interrogator's code), or an error pattern.
/// Fails: a frame shorter than four octets gives 0xFFFFFF, which no frame of the air yields.
/// Spec: ICAO Annex 10 volume IV, 3.1.2.3.3 (generator 0x1FFF409).
[[nodiscard]] std::uint32_t parity_residual(std::span<const std::uint8_t> frame);

}  // namespace orbweaver::adsb
