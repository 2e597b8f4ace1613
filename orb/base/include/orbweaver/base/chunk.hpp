// Reference-counted memory in which frames arrive. A chunk is filled once by one reader and then only read;
// frames hold a share of it, so that many small frames of one read need no copy.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <memory>

namespace orbweaver {

/// Memory aligned to 16 bytes, so that a frame at its start holds CDR values at their natural alignment.
/// Threads: the reference count is safe to share; the bytes have one writer until they are handed on.
class Chunk {
 public:
  Chunk() noexcept = default;
  /// Not zeroed. Fails with std::bad_alloc only; sizes are bounded by the caller's limits.
  static Chunk of_size(std::size_t capacity);

  [[nodiscard]] std::byte* data() const noexcept { return memory_.get(); }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] explicit operator bool() const noexcept { return memory_ != nullptr; }
  /// True if nobody else holds a share, so that the memory may be filled anew.
  [[nodiscard]] bool is_unique() const noexcept { return memory_.use_count() == 1; }

 private:
  std::shared_ptr<std::byte[]> memory_;
  std::size_t capacity_ = 0;
};

/// A view into a chunk that keeps the chunk alive. Cheap to move; a copy shares.
class Frame {
 public:
  Frame() noexcept = default;
  Frame(Chunk chunk, std::size_t offset, std::size_t size) noexcept
      : chunk_(std::move(chunk)), bytes_(chunk_.data() + offset, size) {}

  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

 private:
  Chunk chunk_;
  Bytes bytes_;
};

}  // namespace orbweaver
