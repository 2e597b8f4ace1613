// Messages that SYNC_NONE left behind, back to back, so that one write takes them all.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace orbweaver::engine {

/// Keeps its memory over clear(). No lock; the caller serialises access.
class Batch {
 public:
  /// One whole message, given in pieces, is copied to the end.
  void append(std::span<const Bytes> message) {
    const auto before = bytes_.size();
    for (const auto piece : message) bytes_.insert(bytes_.end(), piece.begin(), piece.end());
    sizes_.push_back(bytes_.size() - before);
  }
  /// Forgets the oldest message and returns its size. Call only if there is one.
  std::size_t drop_oldest() noexcept {
    const auto size = sizes_[dropped_++];
    begin_ += size;
    if (begin_ > bytes_.size() / 2) forget_dropped();
    return size;
  }
  void clear() noexcept {
    bytes_.clear();
    sizes_.clear();
    begin_ = dropped_ = 0;
  }

  [[nodiscard]] Bytes bytes() const noexcept { return Bytes{bytes_}.subspan(begin_); }
  [[nodiscard]] std::size_t messages() const noexcept { return sizes_.size() - dropped_; }
  /// Of each message, oldest first.
  [[nodiscard]] std::span<const std::size_t> sizes() const noexcept {
    return std::span{sizes_}.subspan(dropped_);
  }

 private:
  // Seldom enough that each byte moves once on average, and often enough that a batch which drops
  // as much as it takes does not grow.
  void forget_dropped() noexcept {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(begin_));
    sizes_.erase(sizes_.begin(), sizes_.begin() + static_cast<std::ptrdiff_t>(dropped_));
    begin_ = dropped_ = 0;
  }

  std::vector<std::byte> bytes_;
  std::vector<std::size_t> sizes_;
  std::size_t begin_ = 0, dropped_ = 0;
};

}  // namespace orbweaver::engine
