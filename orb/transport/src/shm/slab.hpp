// The blocks of memory in which a side lays its large frames for the peer to read.
//
//   take() ──► filled, its record committed ──► sent() ──► the peer returns it ──► free
//   loan() ──► the user fills it ──► find_loan(), record committed ──► sent() ──► the peer
//              returned it and the user dropped it ──► free
//
// All that is known about a block is private; the peer only says, in a word for each first page,
// which generation of the block it has returned. A word that names no block under way means
// nothing. Threads: any.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/clock.hpp>

#include "shm/buddy_pages.hpp"
#include "shm/layout.hpp"

#include <array>
#include <memory>
#include <mutex>
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

  /// `data` is this side's, a power of two of pages and of no more than `returns`, the peer's, has.
  Slab(MutableBytes data, std::span<const std::uint32_t> returns) noexcept
      : data_(data), returns_(returns) {}

  /// A block of at least `size` bytes, at most largest_block(); nothing if there is none now.
  [[nodiscard]] std::optional<Block> take(std::size_t size);
  [[nodiscard]] std::size_t largest_block() const noexcept { return data_.size() / 2; }
  /// A block that was taken and will not be sent.
  void give(const Block& block);
  /// The same for a user, who may drop it anywhere; `keeper` keeps the memory and this slab alive
  /// until then. Empty if there is none now.
  [[nodiscard]] Chunk loan(std::size_t size, std::shared_ptr<const void> keeper);
  /// The loan whose payload starts there, if it has not been sent yet.
  [[nodiscard]] std::optional<Block> find_loan(const std::byte* payload);
  [[nodiscard]] bool contains(const std::byte* byte) const noexcept {
    return byte >= data_.data() && byte < data_.data() + data_.size();
  }
  /// Its record has been committed.
  void sent(const Block& block);
  /// Gives the memory of large blocks back to the system if none has come back for a second. Call
  /// now and then.
  void rest(TimePoint now);
  /// Nothing will be sent or returned any more.
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
  /// Made with the first block: most connections carry small messages only.
  struct State {
    explicit State(std::size_t page_count);
    BuddyPages pages;
    std::array<std::unique_ptr<Group>, kPages / kGroup> entries;
    std::vector<std::uint32_t> under_way;  // first pages; each has a share of its entry
    std::size_t next_to_look_at = 0;
    TimePoint last_use;
    bool may_need_rest = false;
  };

  // Requires, of all below: mutex_ held.
  [[nodiscard]] Entry* make(std::size_t size);
  [[nodiscard]] std::optional<std::uint32_t> find_pages(unsigned order);
  [[nodiscard]] Entry& entry_of(std::uint32_t page);
  [[nodiscard]] bool is_returned(const Entry& entry) const noexcept;
  void look_at_some();
  void look_at_all();
  void drop_share(std::uint32_t page);
  void free(Entry& entry);
  [[nodiscard]] static Block block_of(const Entry& entry) noexcept;

  static void dropped_by_user(ChunkBlock* block) noexcept;

  MutableBytes data_;
  std::span<const std::uint32_t> returns_;
  std::mutex mutex_;
  std::unique_ptr<State> state_;
};

}  // namespace orbweaver::transport::shm
