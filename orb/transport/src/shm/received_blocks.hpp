// The peer's blocks that this side holds: each is a chunk, which any thread may drop, also when the
// connection is gone, and which then is returned to the peer.
#pragma once
#include <orbweaver/base/chunk.hpp>

#include "shm/layout.hpp"

#include <array>
#include <atomic>
#include <functional>
#include <memory>

namespace orbweaver::transport::shm {

/// Threads: adopt() one at a time.
class ReceivedBlocks {
 public:
  /// Learns which block has been dropped, in whichever thread it was.
  struct Returns {
    virtual ~Returns() = default;
    virtual void give_back(std::uint32_t page, std::uint32_t generation) noexcept = 0;
  };

  /// `data` is the peer's, which it may change at any time.
  explicit ReceivedBlocks(Bytes data) noexcept : data_(data) {}

  /// The bytes of a record, if they lie within the data and their block is not held already: the
  /// chunk begins at its page. `returns` keeps the memory and this object alive until it is notified.
  /// Fails with std::bad_alloc.
  [[nodiscard]] Chunk adopt(const BlockRecord& record, std::shared_ptr<Returns> returns);

 private:
  struct Entry : ChunkBlock {
    std::atomic<bool> is_held = false;
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
