// SPDX-License-Identifier: Apache-2.0
// The static variables of the product, which each simulated process has for itself.
#pragma once
#include <cstddef>
#include <vector>

namespace orbweaver::sim {

/// The values of all of them.
using StaticImage = std::vector<std::byte>;

/// As they were when the program began. Call it once before the first run.
[[nodiscard]] const StaticImage& first_image();
/// Copies the variables out, or in.
void save_statics(StaticImage& image) noexcept;
void load_statics(const StaticImage& image) noexcept;

}  // namespace orbweaver::sim
