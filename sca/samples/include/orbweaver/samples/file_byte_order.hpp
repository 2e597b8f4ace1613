// SPDX-License-Identifier: Apache-2.0
// Samples stand little endian in a file, on every machine.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

namespace orbweaver::samples {

/// Turns samples of this machine into those of a file, and back. `Machine`: a test's own.
template <std::endian Machine = std::endian::native, class Sample>
void change_to_or_from_file_order([[maybe_unused]] std::span<Sample> samples) noexcept {
  if constexpr (Machine != std::endian::little && sizeof(Sample) > 1)
    for (auto& sample : samples) {
      auto octets = std::bit_cast<std::array<std::byte, sizeof(Sample)>>(sample);
      std::ranges::reverse(octets);
      sample = std::bit_cast<Sample>(octets);
    }
}

}  // namespace orbweaver::samples
