// SPDX-License-Identifier: Apache-2.0
// Reference-counted memory in which frames arrive. A chunk is filled once by one reader and then
// only read; frames hold a share of it, so that many small frames of one read need no copy.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

namespace orbweaver {

/// Memory and the number of its shares. Chunk::of_size makes a block on the heap. Code that shares
/// other memory, such as a mapping, keeps a block for it outside of that memory.
struct ChunkBlock {
  std::atomic<std::uint32_t> shares{1};
  std::size_t capacity = 0;
  std::byte* data = nullptr;
  /// Called once, when the last share is gone, on the thread that dropped it. The code that handed
  /// the block out may have ended before.
  void (*destroy)(ChunkBlock* block) noexcept = nullptr;
};

/// Memory aligned to 16 bytes, so that a frame at its start holds CDR values at their natural
/// alignment. Threads: any thread may copy and drop shares; one thread writes the bytes before it
/// hands them on.
class Chunk {
 public:
  Chunk() noexcept = default;
  Chunk(const Chunk& other) noexcept : block_(other.block_) {
    // relaxed: the thread that copies has a share already, so nothing is published here.
    if (block_) block_->shares.fetch_add(1, std::memory_order_relaxed);
  }
  Chunk(Chunk&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Chunk& operator=(Chunk other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Chunk() { release(); }

  /// The memory is not zeroed. A large chunk takes memory only as far as it is filled. Fails with
  /// std::bad_alloc only. The caller limits the size.
  static Chunk of_size(std::size_t capacity);
  /// Takes over one share of the block, which the block's owner has counted before: with `shares`
  /// at one, this chunk has the only share. The block must stay where it is until its destroy() is
  /// called.
  [[nodiscard]] static Chunk of_block(ChunkBlock& block) noexcept { return Chunk{&block}; }

  [[nodiscard]] std::byte* data() const noexcept { return block_ ? block_->data : nullptr; }
  [[nodiscard]] std::size_t capacity() const noexcept { return block_ ? block_->capacity : 0; }
  [[nodiscard]] explicit operator bool() const noexcept { return block_ != nullptr; }
  /// For code that hands blocks out, and knows its own by their destroy(). Null: there is no
  /// memory.
  [[nodiscard]] ChunkBlock* block() const noexcept { return block_; }
  /// True if there is no other share, so that the memory may be filled anew.
  [[nodiscard]] bool is_unique() const noexcept {
    // acquire: pairs with the release in release(), so that the others' last reads come before new
    // writes.
    return block_ && block_->shares.load(std::memory_order_acquire) == 1;
  }

 private:
  explicit Chunk(ChunkBlock* block) noexcept : block_(block) {}
  void release() noexcept;

  ChunkBlock* block_ = nullptr;
};

inline void Chunk::release() noexcept {
  // acq_rel: pairs with itself and with is_unique(), so that all reads come before the memory is
  // freed or filled again.
  if (block_ && block_->shares.fetch_sub(1, std::memory_order_acq_rel) == 1)
    block_->destroy(block_);
}

/// A view into a chunk that keeps the chunk alive. Cheap to move; a copy shares.
class Frame {
 public:
  Frame() noexcept = default;
  Frame(Chunk chunk, std::size_t offset, std::size_t size) noexcept
      : chunk_(std::move(chunk)), bytes_(chunk_.data() + offset, size) {}

  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  /// The chunk that keeps the bytes alive; a copy of it does so, too.
  [[nodiscard]] const Chunk& chunk() const noexcept { return chunk_; }

 private:
  Chunk chunk_;
  Bytes bytes_;
};

}  // namespace orbweaver
