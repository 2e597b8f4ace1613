// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/chunk.hpp>

#include <new>

namespace orbweaver {

namespace {

struct alignas(16) HeapBlock : ChunkBlock {};  // the bytes follow it

// Where memory is aligned to less by itself, as on 32-bit ARM.
constexpr std::align_val_t kAlignment{alignof(HeapBlock)};
constexpr bool kIsAligned = __STDCPP_DEFAULT_NEW_ALIGNMENT__ >= alignof(HeapBlock);

void* allocate(std::size_t bytes) {
  return kIsAligned ? ::operator new(bytes) : ::operator new(bytes, kAlignment);
}

void give_back(ChunkBlock* block) noexcept {
  auto* const heap_block = static_cast<HeapBlock*>(block);
  heap_block->~HeapBlock();
  kIsAligned ? ::operator delete(heap_block) : ::operator delete(heap_block, kAlignment);
}

}  // namespace

Chunk Chunk::of_size(std::size_t capacity) {
  if (capacity > SIZE_MAX - sizeof(HeapBlock)) throw std::bad_alloc{};
  auto* const block = new (allocate(sizeof(HeapBlock) + capacity)) HeapBlock;
  block->capacity = capacity;
  block->data = reinterpret_cast<std::byte*>(block + 1);
  block->destroy = give_back;
  return Chunk{block};
}

}  // namespace orbweaver
