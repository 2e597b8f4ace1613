// Reference-counted memory in which frames arrive. A chunk is filled once by one reader and then
// only read; frames hold a share of it, so that many small frames of one read need no copy.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <atomic>
#include <cstdint>
#include <utility>

namespace orbweaver {

/// Memory and the count of those who hold it. The heap makes its own (Chunk::of_size); whoever has
/// other memory to share, such as a mapping, keeps such a block for it, outside of that memory.
struct ChunkBlock {
  std::atomic<std::uint32_t> shares{1};
  std::size_t capacity = 0;
  std::byte* data = nullptr;
  /// Called once, when the last share is gone, in whichever thread dropped it: also when whoever
  /// handed the block out is gone.
  void (*destroy)(ChunkBlock* block) noexcept = nullptr;
};

/// Memory aligned to 16 bytes, so that a frame at its start holds CDR values at their natural
/// alignment. Threads: the reference count is safe to share; the bytes have one writer until they
/// are handed on.
class Chunk {
 public:
  Chunk() noexcept = default;
  Chunk(const Chunk& other) noexcept : block_(other.block_) {
    // relaxed: whoever copies holds a share already, so nothing is published here.
    if (block_) block_->shares.fetch_add(1, std::memory_order_relaxed);
  }
  Chunk(Chunk&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Chunk& operator=(Chunk other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Chunk() { release(); }

  /// Not zeroed, and untouched: the system backs a large chunk with memory only as far as it is
  /// filled. Fails with std::bad_alloc only; sizes are bounded by the caller's limits.
  static Chunk of_size(std::size_t capacity);
  /// Takes over one share of the block, which its owner has counted: a block whose `shares` is one
  /// belongs to this chunk alone. The block must stay where it is until its destroy() is called.
  [[nodiscard]] static Chunk of_block(ChunkBlock& block) noexcept { return Chunk{&block}; }

  [[nodiscard]] std::byte* data() const noexcept { return block_ ? block_->data : nullptr; }
  [[nodiscard]] std::size_t capacity() const noexcept { return block_ ? block_->capacity : 0; }
  [[nodiscard]] explicit operator bool() const noexcept { return block_ != nullptr; }
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
  // acq_rel: pairs with itself and with is_unique(), so that all reads come before the end or the
  // next filling.
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
  /// What keeps the bytes: a copy of it keeps them, too.
  [[nodiscard]] const Chunk& chunk() const noexcept { return chunk_; }

 private:
  Chunk chunk_;
  Bytes bytes_;
};

}  // namespace orbweaver
