// SPDX-License-Identifier: Apache-2.0
// The magnitude stage: |I + jQ| of every sample. It keeps no state, so it may run on many threads.
#pragma once

#include <cstdint>
#include <span>

namespace orbweaver::adsb {

/// Writes the rounded magnitude of each I/Q pair; `magnitudes` holds half as many elements as `iq`.
/// The result of a sample does not depend on its place in the packet.
void magnitude(std::span<const std::int16_t> iq, std::span<std::uint16_t> magnitudes);
/// The same of I and Q apart. All three have one length.
void magnitude(std::span<const std::int16_t> i, std::span<const std::int16_t> q,
               std::span<std::uint16_t> magnitudes);

}  // namespace orbweaver::adsb
