// SPDX-License-Identifier: Apache-2.0
// Turns the magnitudes behind a preamble into bits. A transponder's chips seldom fall exactly onto
// our samples: each chip then shares its energy between two neighbouring samples. The preamble's
// isolated pulses show in which proportion, and the bits are the sequence whose chips, shared out
// like that, come nearest to the samples (Viterbi, "Error bounds for convolutional codes and an
// asymptotically optimum decoding algorithm", 1967). Nothing here looks at the parity.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <orbweaver/adsb/slicer.hpp>

namespace orbweaver::adsb {

/// The samples of a preamble and a long frame, and the one that its last chip may leak into.
inline constexpr std::size_t kLongFrameSamples = 16 + 2 * 112 + 1;

/// Slices the frame whose preamble begins at `preamble`; readable are preamble[-1] up to
/// preamble[kLongFrameSamples - 1]. Nothing if the downlink format is not one we know.
[[nodiscard]] std::optional<Candidate> slice_frame(const std::uint16_t* preamble);

}  // namespace orbweaver::adsb
