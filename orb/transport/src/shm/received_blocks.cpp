// SPDX-License-Identifier: Apache-2.0
#include "shm/received_blocks.hpp"

#include <utility>

namespace orbweaver::transport::shm {

namespace {

// Starts to load the first two cache lines of a frame: its header is read next.
void fetch_soon(const std::byte* head) noexcept {
  constexpr std::size_t kCacheLine = 64;
  __builtin_prefetch(head);
  __builtin_prefetch(head + kCacheLine);
}

}  // namespace

ReceivedBlocks::Entry& ReceivedBlocks::entry_of(std::uint32_t page) {
  auto& group = entries_[page / kGroup];
  if (!group) group = std::make_unique<Group>();
  return (*group)[page % kGroup];
}

Chunk ReceivedBlocks::adopt(const BlockRecord& record, std::shared_ptr<Returns> returns) {
  if (record.page >= kPages || record.size == 0) return {};
  const auto begin = std::size_t{record.page} * kPage;
  const auto end = begin + record.offset + record.size;  // 64 bits: cannot wrap
  if (end > data_.size()) return {};
  fetch_soon(data_.data() + begin + record.offset);
  auto& entry = entry_of(record.page);
  // acquire: pairs with the release in dropped()
  if (entry.is_held.load(std::memory_order_acquire)) return {};
  entry.is_held.store(true, std::memory_order_relaxed);
  entry.shares.store(1, std::memory_order_relaxed);  // relaxed: no other thread has it
  entry.capacity = data_.size() - begin;
  entry.data = const_cast<std::byte*>(data_.data()) + begin;  // mapped read-only
  entry.destroy = dropped;
  entry.page = record.page;
  entry.generation = record.generation;
  entry.returns = std::move(returns);
  return Chunk::of_block(entry);
}

// The entry must be free before the peer hears of it. Thread U drops the last share, thread S is
// the peer's sender, thread R is this side's receiver:
//
//   U: marks the entry as free (release), then returns the block to the peer
//   S: takes the block for the next frame, commits its record
//   R: reads the record; adopt() finds the entry free (acquire)
//
// In the other order R could find the entry still held, and take a good record for the record
// of a hostile peer, which sends a block that it has not got back.
void ReceivedBlocks::dropped(ChunkBlock* block) noexcept {
  auto& entry = static_cast<Entry&>(*block);
  const auto returns = std::move(entry.returns);
  const auto page = entry.page, generation = entry.generation;
  // release: pairs with the acquire in adopt()
  entry.is_held.store(false, std::memory_order_release);
  returns->give_back(page, generation);
}

}  // namespace orbweaver::transport::shm
