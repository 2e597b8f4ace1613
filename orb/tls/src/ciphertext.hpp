// SPDX-License-Identifier: Apache-2.0
// Bytes that came through the socket and are not decrypted yet.
//
// An idle connection has room for 4 KiB. A read that fills the room makes the next ones read up to
// 64 KiB at once; some small reads in a row give that memory back.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>

namespace orbweaver::tls {

/// Threads: fill() is the receiver's; take() any thread under the stream's lock, while the receiver
/// is not between room() and filled().
class Ciphertext {
 public:
  static constexpr std::size_t kSmall = std::size_t{4} << 10;
  static constexpr std::size_t kLarge = std::size_t{64} << 10;

  [[nodiscard]] bool is_empty() const noexcept { return begin_ == end_; }
  /// Where the next bytes go. Requires: is_empty().
  [[nodiscard]] MutableBytes room() noexcept {
    if (is_dense_ && !large_) large_.reset(new (std::nothrow) std::byte[kLarge]);
    if (!is_dense_) large_.reset();
    return large_ ? MutableBytes{large_.get(), kLarge} : MutableBytes{small_};
  }
  /// So many bytes came into the room.
  void filled(std::size_t count) noexcept {
    begin_ = 0;
    end_ = count;
    small_reads_ = count < kSmall ? small_reads_ + 1 : 0;
    is_dense_ = count >= kSmall || (is_dense_ && small_reads_ < kSmallReads);
  }
  /// Copies up to `size` bytes to `target`, and removes them.
  [[nodiscard]] std::size_t take(char* target, std::size_t size) noexcept {
    const auto count = std::min(size, end_ - begin_);
    if (count > 0) std::memcpy(target, (large_ ? large_.get() : small_.data()) + begin_, count);
    begin_ += count;
    return count;
  }

 private:
  static constexpr unsigned kSmallReads = 16;

  std::array<std::byte, kSmall> small_;
  std::unique_ptr<std::byte[]> large_;
  std::size_t begin_ = 0, end_ = 0;
  bool is_dense_ = false;
  unsigned small_reads_ = 0;  // in a row
};

}  // namespace orbweaver::tls
