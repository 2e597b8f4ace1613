// SPDX-License-Identifier: Apache-2.0
// Bytes that lie in several places and belong together, in order.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstddef>
#include <span>

namespace orbweaver {

class Chunk;

/// The bytes of all pieces together.
inline std::size_t total_size(std::span<const Bytes> pieces) noexcept {
  std::size_t sum = 0;
  for (const auto piece : pieces) sum += piece.size();
  return sum;
}

/// The pieces of one message, and what keeps the memory of each.
struct KeptPieces {
  std::span<const Bytes> pieces;
  /// One for each piece, or none at all. Null: the owner of the memory may change it after the
  /// call. Else the piece stays as it is until the last copy of the chunk is gone.
  std::span<const Chunk* const> keepers = {};

  [[nodiscard]] const Chunk* keeper_of(std::size_t piece) const noexcept {
    return piece < keepers.size() ? keepers[piece] : nullptr;
  }
};

}  // namespace orbweaver
