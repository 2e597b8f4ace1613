// SPDX-License-Identifier: Apache-2.0
#include "socket/input_buffer.hpp"

#include <orbweaver/base/copy_bytes.hpp>

#include <algorithm>

namespace orbweaver::transport {

namespace {

constexpr std::size_t kFrameAlignment = 16;
// Less room at the end of a chunk is left unused, as tiny reads cost more than a new chunk.
constexpr std::size_t kSmallestRead = InputBuffer::kChunkSize / 8;

constexpr std::size_t aligned(std::size_t offset) noexcept {
  return (offset + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
}

}  // namespace

MutableBytes InputBuffer::room() {
  if (!large_ && frame_size_ > kChunkSize) start_large_frame();
  if (large_) return room_of_large();
  make_room();
  const auto free = chunk_.capacity() - end_;
  const bool is_cautious = is_after_large_ && frame_size_ == 0;
  return {chunk_.data() + end_, is_cautious ? std::min(free, kCautiousRead) : free};
}

// A large frame is read in parts only if another thread wants to see whether it grows.
MutableBytes InputBuffer::room_of_large() const noexcept {
  const auto missing = frame_size_ - large_end_;
  return {large_.data() + large_end_,
          memory_ == nullptr ? missing : std::min(missing, kMostAtOnce)};
}

void InputBuffer::ask() noexcept {
  stop_ = memory_->take(frame_size_) ? State::incomplete : State::held_back;
}

void InputBuffer::grow_large(std::size_t count) noexcept {
  large_end_ += count;
  if (memory_ != nullptr) memory_->has_come(large_end_);
}

Frame InputBuffer::take_large(std::size_t size) noexcept {
  if (memory_ != nullptr) memory_->give_back(size);
  return {std::exchange(large_, {}), 0, size};
}

void InputBuffer::start_large_frame() {
  large_end_ = end_ - begin_;
  auto memory = Chunk::of_size(frame_size_);
  copy_bytes(memory.data(), chunk_.data() + begin_, large_end_);
  large_ = std::move(memory);
  begin_ = end_;
}

void InputBuffer::make_room() {
  if (begin_ == end_) {
    begin_ = end_ = chunk_.is_unique() ? 0 : aligned(end_);
    if (begin_ + kSmallestRead > chunk_.capacity()) move_part_to(unused_chunk());
    return;
  }
  const auto needed = std::max(frame_size_, rule_.header_size);
  if (begin_ + needed <= chunk_.capacity()) return;
  move_part_to(chunk_.is_unique() ? chunk_ : unused_chunk());
}

void InputBuffer::move_part_to(Chunk chunk) noexcept {
  const auto size = end_ - begin_;
  if (size > 0) std::memmove(chunk.data(), chunk_.data() + begin_, size);
  chunk_ = std::move(chunk);
  begin_ = 0;
  end_ = size;
}

Chunk InputBuffer::unused_chunk() {
  const auto free = std::ranges::find_if(earlier_, &Chunk::is_unique);
  auto chunk = free != earlier_.end() ? std::exchange(*free, chunk_) : Chunk::of_size(kChunkSize);
  if (free == earlier_.end()) std::exchange(earlier_[oldest_++ % earlier_.size()], chunk_);
  return chunk;
}

Bytes InputBuffer::refused_header() const noexcept {
  if (stop_ != State::refused) return {};
  return {chunk_.data() + begin_, rule_.header_size};
}

}  // namespace orbweaver::transport
