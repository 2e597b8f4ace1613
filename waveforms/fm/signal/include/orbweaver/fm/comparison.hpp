// SPDX-License-Identifier: Apache-2.0
// How like the audio that was sent is the audio that was received.
#pragma once

#include <expected>
#include <string>

#include <orbweaver/fm/wav.hpp>

namespace orbweaver::fm {

struct Comparison {
  double snr_db = 0;    ///< the original's power in the received audio, over the power of all else
  double delay_ms = 0;  ///< of the received audio
  double gain_db = 0;   ///< of the received audio
};

/// Compares apart from delay (up to 100 ms, any fraction of a sample) and gain, which receivers may
/// have. The rates may differ. 50 ms at either end are left out: filters fill and empty there.
/// Fails: with one line if either is too short or the original is silent.
[[nodiscard]] std::expected<Comparison, std::string> compare(const WavFile& received,
                                                             const WavFile& original);

}  // namespace orbweaver::fm
