// SPDX-License-Identifier: Apache-2.0
// The peer's blocks that this side holds. Each block is a chunk. When its last share is dropped, on
// any thread and even after the end of the connection, the block is returned to the peer.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/os/atomic.hpp>

#include "shm/layout.hpp"

#include <array>
#include <functional>
#include <memory>

namespace orbweaver::transport::shm {

/// Threads: adopt() one at a time.
class ReceivedBlocks {
 public:
  /// Called with each block that has been dropped, on the thread that dropped it.
  struct Returns {
    virtual ~Returns() = default;
    virtual void give_back(std::uint32_t page, std::uint32_t generation) noexcept = 0;
  };

  /// `data` is the peer's memory, which the peer may change at any time.
  explicit ReceivedBlocks(Bytes data) noexcept : data_(data) {}

  /// The block of a record, as a chunk that begins at the block's page. Empty if the record's bytes
  /// do not lie within the data, or if this side holds the block already. `returns` keeps the
  /// memory and this object alive until give_back(). Fails with std::bad_alloc.
  [[nodiscard]] Chunk adopt(const BlockRecord& record, std::shared_ptr<Returns> returns);

 private:
  struct Entry : ChunkBlock {
    os::Atomic<bool> is_held = false;
    std::uint32_t page = 0, generation = 0;
    std::shared_ptr<Returns> returns;
  };
  static constexpr std::size_t kGroup = 64;
  using Group = std::array<Entry, kGroup>;

  [[nodiscard]] Entry& entry_of(std::uint32_t page);
  static void dropped(ChunkBlock* block) noexcept;

  Bytes data_;
  std::array<std::unique_ptr<Group>, kPages / kGroup> entries_;
};

}  // namespace orbweaver::transport::shm
