#include "shm/received_blocks.hpp"

#include <utility>

namespace orbweaver::transport::shm {

namespace {

// The head of a frame, which is wanted next: two lines of it are on their way meanwhile.
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
  entry.shares.store(1, std::memory_order_relaxed);  // relaxed: nobody else has it
  entry.capacity = data_.size() - begin;
  entry.data = const_cast<std::byte*>(data_.data()) + begin;  // mapped read-only
  entry.destroy = dropped;
  entry.page = record.page;
  entry.generation = record.generation;
  entry.returns = std::move(returns);
  return Chunk::of_block(entry);
}

// The entry is free before the peer knows, as it may use the block again at once.
void ReceivedBlocks::dropped(ChunkBlock* block) noexcept {
  auto& entry = static_cast<Entry&>(*block);
  const auto returns = std::move(entry.returns);
  const auto page = entry.page, generation = entry.generation;
  // release: pairs with the acquire in adopt()
  entry.is_held.store(false, std::memory_order_release);
  returns->give_back(page, generation);
}

}  // namespace orbweaver::transport::shm
