// SPDX-License-Identifier: Apache-2.0
// Turns a stream of bytes into frames that share the memory in which they arrived. No I/O, no
// threads.
//
//   chunk_  [ given out | begin_ ... part of a frame ... end_ | room ]
//   large_  [ all of one frame that is larger than a chunk ]
//
// A frame is never copied, except the part of it that lies at the end of a full chunk, and the part
// of a large frame that came with the bytes before it (less than a chunk). Large frames often
// follow each other: after a large frame, little is read until the size of the next is known, so
// that little is copied. A large frame gets memory of its exact size as soon as its header is
// known, and a FrameMemory, if there is one, permits it. That memory is untouched, so a peer that
// only claims a size costs address space; the kernel backs what really arrives.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/transport/connection.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace orbweaver::transport {

class InputBuffer {
 public:
  static constexpr std::size_t kChunkSize = std::size_t{128} * 1024;
  /// The largest part of a large frame that is read at once: a reader that blocks sees now and then
  /// how much has come.
  static constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;
  /// The size of the first read after a large frame, at most.
  static constexpr std::size_t kCautiousRead = std::size_t{4} * 1024;

  enum class State { incomplete, whole, refused, held_back };

  explicit InputBuffer(const FrameRule& rule) noexcept : rule_(rule) {}

  void set_memory(FrameMemory* memory) noexcept { memory_ = memory; }
  /// Call it before each attempt to receive: a frame that was held back may go on by now.
  void ask_again() noexcept {
    if (stop_ == State::held_back) [[unlikely]]
      ask();
  }

  [[nodiscard]] State state() const noexcept {
    if (stop_ != State::incomplete) return stop_;
    return frame_size_ != 0 && held() >= frame_size_ ? State::whole : State::incomplete;
  }
  /// The bytes that have come, of one frame or more.
  [[nodiscard]] std::size_t held() const noexcept { return large_ ? large_end_ : end_ - begin_; }
  /// Whether the first bytes of a frame are here.
  [[nodiscard]] bool is_inside_frame() const noexcept { return held() > 0; }

  /// The memory for the next bytes, never empty. Call it while `incomplete`. Fails with
  /// std::bad_alloc.
  [[nodiscard]] MutableBytes room();
  /// Whether the frame needs all of room().
  [[nodiscard]] bool wants_all_of_room() const noexcept { return static_cast<bool>(large_); }
  /// Call it when so many bytes have come into room().
  void filled(std::size_t count) noexcept;

  /// Takes the frame. Call it when `whole`.
  [[nodiscard]] Frame take() noexcept;
  /// The header that the rule refused; empty if none.
  [[nodiscard]] Bytes refused_header() const noexcept;

 private:
  void examine() noexcept;
  void ask() noexcept;
  void grow_large(std::size_t count) noexcept;
  [[nodiscard]] Frame take_large(std::size_t size) noexcept;
  void start_large_frame();
  [[nodiscard]] MutableBytes room_of_large() const noexcept;
  void make_room();
  void move_part_to(Chunk chunk) noexcept;
  [[nodiscard]] Chunk unused_chunk();

  FrameRule rule_;
  Chunk chunk_;
  std::size_t begin_ = 0, end_ = 0;
  std::size_t frame_size_ = 0;      // 0: not known yet
  State stop_ = State::incomplete;  // refused or held_back, if nothing more may come for now
  FrameMemory* memory_ = nullptr;
  bool is_after_large_ = false;
  Chunk large_;
  std::size_t large_end_ = 0;
  std::array<Chunk, 4> earlier_;  // filled anew once no frame shares them
  std::size_t oldest_ = 0;
};

// The steps for every frame are inline, as they are short.

inline void InputBuffer::examine() noexcept {
  if (held() < rule_.header_size) return;
  const Bytes header{chunk_.data() + begin_, rule_.header_size};
  const auto size = rule_.frame_size(header, rule_.max_frame_size);
  if (!size || *size < rule_.header_size || *size > rule_.max_frame_size) {
    stop_ = State::refused;
    return;
  }
  frame_size_ = *size;
  if (frame_size_ > kChunkSize && memory_ != nullptr) ask();
}

inline void InputBuffer::filled(std::size_t count) noexcept {
  if (large_) return grow_large(count);
  end_ += count;
  if (frame_size_ == 0) examine();
}

inline Frame InputBuffer::take() noexcept {
  const auto size = std::exchange(frame_size_, 0);
  is_after_large_ = static_cast<bool>(large_);
  if (large_) return take_large(size);
  Frame frame{chunk_, begin_, size};
  begin_ += size;
  examine();
  return frame;
}

}  // namespace orbweaver::transport
