// SPDX-License-Identifier: Apache-2.0
// The blocks of shared memory through which one side sends its large frames to the peer.
//
//   take() ──► filled, its record committed ──► sent() ──► the peer returns it ──► free
//   loan() ──► the user fills it ──► find_loan(), record committed ──► sent() ──► the peer
//              returned it and the user dropped it ──► free
//
// The state of a block is in this side's private memory. The peer returns a block by a word in its
// own half: there is one for each first page, and it holds the generation of the block that was
// returned last. A word that does not name the block under way has no effect. Threads: any.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>

#include "shm/buddy_pages.hpp"
#include "shm/layout.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace orbweaver::transport::shm {

class Slab {
 public:
  struct Block {
    std::uint32_t page, generation;
    MutableBytes bytes;
  };

  /// `data` is this side's memory: a power of two of pages. `returns` are the peer's words, one for
  /// each page of `data` at least.
  Slab(MutableBytes data, std::span<const std::uint32_t> returns) noexcept
      : data_(data), returns_(returns) {}

  /// A block of at least `size` bytes; nothing if none is free now. `size` is at most
  /// largest_block().
  [[nodiscard]] std::optional<Block> take(std::size_t size);
  [[nodiscard]] std::size_t largest_block() const noexcept { return data_.size() / 2; }
  /// Frees a block that was taken and will not be sent.
  void give(const Block& block);
  /// Takes a block for a user, which may drop the chunk on any thread. `keeper` keeps the memory
  /// and this slab alive until then. Empty if no block is free now.
  [[nodiscard]] Chunk loan(std::size_t size, std::shared_ptr<const void> keeper);
  /// The loan whose payload starts there, if it has not been sent yet.
  [[nodiscard]] std::optional<Block> find_loan(const std::byte* payload);
  [[nodiscard]] bool contains(const std::byte* byte) const noexcept {
    return byte >= data_.data() && byte < data_.data() + data_.size();
  }
  /// Call it when the record of the block has been committed.
  void sent(const Block& block);
  /// Gives the memory of large free blocks back to the system if none has been freed for a second.
  /// Call it now and then.
  void release_idle_memory(TimePoint now);
  /// The connection has ended, and the peer returns no more blocks: they count as returned.
  void abandon();

 private:
  struct Entry : ChunkBlock {
    Slab* slab = nullptr;
    std::uint32_t page = 0, generation = 0;
    unsigned order = 0;
    bool is_unsent_loan = false;
    std::shared_ptr<const void> keeper;
  };
  static constexpr std::size_t kGroup = 64;
  using Group = std::array<Entry, kGroup>;
  /// The state is made with the first block, as most connections carry small messages only.
  struct State {
    explicit State(std::size_t page_count);
    BuddyPages pages;
    std::array<std::unique_ptr<Group>, kPages / kGroup> entries;
    std::vector<std::uint32_t> under_way;  // first pages; each has a share of its entry
    std::size_t next_to_check = 0;
    TimePoint last_use;
    bool may_hold_idle_memory = false;
  };

  // These functions require: mutex_ held.
  [[nodiscard]] Entry* make(std::size_t size);
  [[nodiscard]] std::optional<std::uint32_t> find_pages(unsigned order);
  [[nodiscard]] Entry& entry_of(std::uint32_t page);
  [[nodiscard]] bool is_returned(const Entry& entry) const noexcept;
  void collect_some();
  void collect_all();
  void drop_share(std::uint32_t page);
  void free(Entry& entry);
  [[nodiscard]] static Block block_of(const Entry& entry) noexcept;

  static void dropped_by_user(ChunkBlock* block) noexcept;

  MutableBytes data_;
  std::span<const std::uint32_t> returns_;
  os::Mutex mutex_;
  std::unique_ptr<State> state_;
};

}  // namespace orbweaver::transport::shm
