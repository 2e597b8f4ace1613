// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/chunk.hpp>

#include <new>

namespace orbweaver {

namespace {

struct alignas(16) HeapBlock : ChunkBlock {};  // the bytes follow it
static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= alignof(HeapBlock));

void give_back(ChunkBlock* block) noexcept {
  auto* const heap_block = static_cast<HeapBlock*>(block);
  heap_block->~HeapBlock();
  ::operator delete(heap_block);
}

}  // namespace

Chunk Chunk::of_size(std::size_t capacity) {
  if (capacity > SIZE_MAX - sizeof(HeapBlock)) throw std::bad_alloc{};
  auto* const block = new (::operator new(sizeof(HeapBlock) + capacity)) HeapBlock;
  block->capacity = capacity;
  block->data = reinterpret_cast<std::byte*>(block + 1);
  block->destroy = give_back;
  return Chunk{block};
}

}  // namespace orbweaver
