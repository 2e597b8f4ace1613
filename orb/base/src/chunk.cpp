#include <orbweaver/base/chunk.hpp>

#include <new>

namespace orbweaver {

static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 16);

Chunk Chunk::of_size(std::size_t capacity) {
  if (capacity > SIZE_MAX - sizeof(Block)) throw std::bad_alloc{};
  Chunk chunk;
  chunk.block_ = new (::operator new(sizeof(Block) + capacity)) Block;
  chunk.block_->capacity = capacity;
  return chunk;
}

void Chunk::destroy(Block* block) noexcept {
  block->~Block();
  ::operator delete(block);
}

}  // namespace orbweaver
