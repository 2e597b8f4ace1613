// SPDX-License-Identifier: Apache-2.0
// The samples that sca-ramp sends, and sca-tally expects.
#pragma once
#include <cstddef>
#include <vector>

namespace orbweaver::sca_test {

inline constexpr std::size_t kRampPackets = 400;

/// Of another length and other content each.
inline void fill_ramp(std::size_t packet, std::vector<float>& samples) {
  for (std::size_t i = 0; i <= packet % 97; ++i)
    samples.push_back(static_cast<float>(packet) + static_cast<float>(i) / 128);
}

}  // namespace orbweaver::sca_test
