#include <orbweaver/base/chunk.hpp>

namespace orbweaver {

static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 16);

Chunk Chunk::of_size(std::size_t capacity) {
  Chunk chunk;
  chunk.memory_ = std::make_shared_for_overwrite<std::byte[]>(capacity);
  chunk.capacity_ = capacity;
  return chunk;
}

}  // namespace orbweaver
