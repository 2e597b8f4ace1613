// SPDX-License-Identifier: Apache-2.0
#include "preamble.hpp"

namespace orbweaver::adsb {

void score_preambles(const std::uint16_t* magnitudes, std::span<std::int32_t> scores) {
  const std::size_t positions = scores.size();
  std::int32_t* out = scores.data();
  for (std::size_t p = 0; p < positions; ++p) {
    const std::uint16_t* m = magnitudes + p;
    const std::int32_t pulses = m[0] + m[2] + m[7] + m[9];
    const std::int32_t quiet = m[4] + m[5] + m[11] + m[12] + m[13] + m[14];
    out[p] = 3 * pulses - 4 * quiet;
  }
}

}  // namespace orbweaver::adsb
