// SPDX-License-Identifier: Apache-2.0
// Renders a frame as a receiver of 2 MS/s sees it: each chip of 0.5 us is a pulse whose edges a
// low-pass filter at half the sample rate has rounded, at the frame's own sub-sample offset.
#pragma once

#include <cstdint>
#include <span>

#include <orbweaver/adsb/generator.hpp>

namespace orbweaver::adsb {

struct Iq {
  float i = 0;
  float q = 0;
};

/// Samples before its start and after its end that a frame still touches.
inline constexpr int kFilterReach = 4;

/// The samples from the preamble's begin to the last bit's end.
[[nodiscard]] constexpr int frame_samples(const TrueFrame& frame) {
  return 16 + 2 * 8 * frame.length;
}

/// Adds the frame to those of its samples that lie in `block`, which begins at sample `first`.
void add_frame(const TrueFrame& frame, std::uint64_t first, std::span<Iq> block);

}  // namespace orbweaver::adsb
