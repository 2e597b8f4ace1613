// SPDX-License-Identifier: Apache-2.0
#include "socket/loan_memory.hpp"

#include <mutex>
#include <new>
#include <utility>

namespace orbweaver::transport {

namespace {

// The size of a cache line: copies of whole lines are the fastest.
constexpr std::align_val_t kAlignment{64};

}  // namespace

// The head of a block; the bytes follow it.
struct alignas(64) LoanMemory::Block : ChunkBlock {
  std::shared_ptr<LoanMemory> owner;  // while it is lent
  Block* older = nullptr;             // while it is kept
  TimePoint kept_since;

  static Block* make(std::size_t capacity);
  static void free_all(Block* newest) noexcept;
};

LoanMemory::Block* LoanMemory::Block::make(std::size_t capacity) {
  if (capacity > SIZE_MAX - sizeof(Block)) throw std::bad_alloc{};
  auto* const block = new (::operator new(sizeof(Block) + capacity, kAlignment)) Block;
  block->capacity = capacity;
  block->data = reinterpret_cast<std::byte*>(block + 1);
  block->destroy = give_back;
  return block;
}

// A block and all older blocks.
void LoanMemory::Block::free_all(Block* newest) noexcept {
  while (newest != nullptr) {
    auto* const older = newest->older;
    newest->~Block();
    ::operator delete(newest, kAlignment);
    newest = older;
  }
}

LoanMemory::~LoanMemory() { Block::free_all(newest_); }

Chunk LoanMemory::lend(std::size_t capacity) {
  if (capacity < kLeast) return Chunk::of_size(capacity);
  auto* block = take(capacity);
  if (block == nullptr) block = Block::make(capacity);
  block->owner = shared_from_this();
  return Chunk::of_block(*block);
}

std::size_t LoanMemory::kept() const noexcept {
  const std::lock_guard lock(mutex_);
  return kept_;
}

void LoanMemory::give_back(ChunkBlock* block) noexcept {
  auto* const returned = static_cast<Block*>(block);
  const auto owner = std::move(returned->owner);
  Block::free_all(owner->keep(returned));
}

LoanMemory::Block* LoanMemory::take(std::size_t capacity) noexcept {
  const std::lock_guard lock(mutex_);
  for (auto** place = &newest_; *place != nullptr; place = &(*place)->older) {
    auto* const block = *place;
    if (block->capacity < capacity || block->capacity / 2 >= capacity) continue;
    *place = std::exchange(block->older, nullptr);
    kept_ -= block->capacity;
    // relaxed: the mutex has published the work of the last owner, and no other thread has a share.
    block->shares.store(1, std::memory_order_relaxed);
    return block;
  }
  return nullptr;
}

// Returns the blocks to free: this one, if there is no room for it, and those not used for long.
LoanMemory::Block* LoanMemory::keep(Block* block) noexcept {
  const std::lock_guard lock(mutex_);
  block->kept_since = now();
  auto* const unused = cut_unused(block->kept_since - unused_time_);
  if (kept_ + block->capacity > kMostKept) {
    block->older = unused;
    return block;
  }
  kept_ += block->capacity;
  block->older = std::exchange(newest_, block);
  return unused;
}

// Removes the blocks that have been kept since `when` or longer. Requires: mutex_ held.
LoanMemory::Block* LoanMemory::cut_unused(TimePoint when) noexcept {
  auto** place = &newest_;
  while (*place != nullptr && (*place)->kept_since > when) place = &(*place)->older;
  auto* const cut = std::exchange(*place, nullptr);
  for (const auto* block = cut; block != nullptr; block = block->older) kept_ -= block->capacity;
  return cut;
}

}  // namespace orbweaver::transport
