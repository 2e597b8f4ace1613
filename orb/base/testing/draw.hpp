// SPDX-License-Identifier: Apache-2.0
// Sizes out of random numbers, in tests.
#pragma once
#include <cstddef>
#include <random>

namespace orbweaver {

/// A size below `limit`, the same of one seed on machines of 32 and of 64 bits.
inline std::size_t draw_below(std::mt19937_64& random, std::size_t limit) {
  return static_cast<std::size_t>(random() % limit);
}

}  // namespace orbweaver
