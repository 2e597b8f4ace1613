// SPDX-License-Identifier: Apache-2.0
// The preamble detector. At 2 MS/s a chip lasts one sample; the preamble's pulses lie at samples 0,
// 2, 7 and 9 of 16. Samples 4, 5 and 11 to 14 stay quiet even when the pulses fall between two
// samples, so the detector compares just these with the pulses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace orbweaver::adsb {

inline constexpr std::size_t kPreambleSamples = 16;
/// The last sample that a score looks at, from its preamble's begin.
inline constexpr std::size_t kPreambleReach = 14;

/// Scores each position 0 ... scores.size() - 1 of `magnitudes`, which reaches kPreambleReach
/// further. A score above 0 says that the mean pulse is more than twice the mean quiet sample;
/// scores scale with the signal.
void score_preambles(const std::uint16_t* magnitudes, std::span<std::int32_t> scores);

}  // namespace orbweaver::adsb
