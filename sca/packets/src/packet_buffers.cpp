// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/packets/packet_buffers.hpp>

#include <utility>
#include <vector>

namespace orbweaver::packets {

/// A buffer whose bytes lie in a chunk of the heap.
struct PacketBuffers::Buffer : ChunkBlock {
  Chunk memory;
  std::shared_ptr<Shelf> shelf;  // while it is used
};

/// The buffers that are not in use.
struct PacketBuffers::Shelf {
  os::Mutex mutex;
  std::vector<std::unique_ptr<Buffer>> free;
  bool is_open = true;

  std::unique_ptr<Buffer> take() {
    const std::lock_guard lock(mutex);
    if (free.empty()) return nullptr;
    auto buffer = std::move(free.back());
    free.pop_back();
    return buffer;
  }
  void put(std::unique_ptr<Buffer> buffer) noexcept {
    const std::lock_guard lock(mutex);
    if (is_open && free.size() < kMost) free.push_back(std::move(buffer));
  }
};

PacketBuffers::PacketBuffers() : shelf_(std::make_shared<Shelf>()) { shelf_->free.reserve(kMost); }

PacketBuffers::~PacketBuffers() {
  std::vector<std::unique_ptr<Buffer>> free;
  const std::lock_guard lock(shelf_->mutex);
  shelf_->is_open = false;
  free.swap(shelf_->free);
}

Chunk PacketBuffers::take(std::size_t size) {
  auto buffer = shelf_->take();
  if (!buffer) buffer = std::make_unique<Buffer>();
  if (buffer->memory.capacity() < size) buffer->memory = Chunk::of_size(size);
  buffer->shares.store(1, std::memory_order_relaxed);  // nothing else knows it yet
  buffer->capacity = buffer->memory.capacity();
  buffer->data = buffer->memory.data();
  buffer->shelf = shelf_;
  buffer->destroy = [](ChunkBlock* block) noexcept {
    std::unique_ptr<Buffer> used{static_cast<Buffer*>(block)};
    const auto shelf = std::move(used->shelf);
    shelf->put(std::move(used));
  };
  return Chunk::of_block(*buffer.release());
}

}  // namespace orbweaver::packets
