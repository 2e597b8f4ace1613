// Bytes that lie in several places and belong together, in order.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstddef>
#include <numeric>
#include <span>

namespace orbweaver {

/// The bytes of all pieces together.
inline std::size_t total_size(std::span<const Bytes> pieces) noexcept {
  return std::accumulate(pieces.begin(), pieces.end(), std::size_t{0},
                         [](std::size_t sum, Bytes piece) { return sum + piece.size(); });
}

}  // namespace orbweaver
