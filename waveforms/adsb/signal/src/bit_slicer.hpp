// Turns the magnitudes behind a preamble into bits. A transponder's chips seldom fall exactly onto
// our samples: each sample then holds a part of the chip before it (late) or after it (early). The
// preamble's isolated pulses show how much leaks and to which side, and as the neighbouring bit is
// decided first, its share can be taken off before the next decision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <orbweaver/adsb/slicer.hpp>

namespace orbweaver::adsb {

/// The samples of a preamble and a long frame.
inline constexpr std::size_t kLongFrameSamples = 16 + 2 * 112;

/// Slices the frame whose preamble begins at `preamble`; readable are preamble[-1] up to
/// preamble[kLongFrameSamples - 1]. Nothing if the downlink format is not one we know.
[[nodiscard]] std::optional<Candidate> slice_frame(const std::uint16_t* preamble);

}  // namespace orbweaver::adsb
