// The components of the ADS-B receiver, for programs of one and of several.
#pragma once
#include "launched/part.hpp"

namespace orbweaver::adsb {

/// A recording as packets of I/Q samples, as fast as the receiver takes them or in real time.
[[nodiscard]] launched::Kind source_kind();
/// I/Q pairs to magnitudes. It keeps no state, so it may run in parallel.
[[nodiscard]] launched::Kind magnitude_kind();
/// Magnitudes to candidate frames.
[[nodiscard]] launched::Kind slicer_kind();
/// Candidates to frames, which it prints.
[[nodiscard]] launched::Kind checker_kind();

}  // namespace orbweaver::adsb
