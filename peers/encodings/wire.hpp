// SPDX-License-Identifier: Apache-2.0
// Bytes as an encoding lays them out: written from the front, read from the front.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace encodings {

/// What the encodings can hold, and how its length is known.
enum class Shape {
  basic,     // one value
  array,     // so many as both sides know
  sequence,  // so many as the bytes say
};

/// Keeps its memory over clear(), so that in the steady state nothing is allocated.
class Writer {
 public:
  void clear() noexcept { size_ = 0; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
    return {memory_.data(), size_};
  }

  /// Zeros up to the next multiple.
  void align(std::size_t to) {
    const auto gap = (to - size_ % to) % to;
    std::memset(grow(gap), 0, gap);
  }
  template <class T>
  void put(std::span<const T> values) {
    std::memcpy(grow(values.size_bytes()), values.data(), values.size_bytes());
  }
  void put_count(std::size_t count) {
    const auto value = static_cast<std::uint32_t>(count);
    put(std::span<const std::uint32_t>(&value, 1));
  }

 private:
  std::byte* grow(std::size_t more) {
    size_ += more;
    if (size_ > memory_.size()) memory_.resize(2 * size_);
    return memory_.data() + size_ - more;
  }

  std::vector<std::byte> memory_ = std::vector<std::byte>(64);
  std::size_t size_ = 0;
};

/// Reads what a Writer wrote. Having met too few bytes it stays failed and reads nothing more.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}
  [[nodiscard]] bool ok() const noexcept { return ok_; }

  void align(std::size_t to) noexcept { (void)take((to - at_ % to) % to); }
  template <class T>
  void get(std::span<T> values) noexcept {
    if (const auto* from = take(values.size_bytes()))
      std::memcpy(values.data(), from, values.size_bytes());
  }
  /// Fails if not so many elements of `element_bytes` can follow.
  [[nodiscard]] std::size_t get_count(std::size_t element_bytes) noexcept {
    std::uint32_t count = 0;
    get(std::span<std::uint32_t>(&count, 1));
    ok_ = ok_ && count <= (bytes_.size() - at_) / element_bytes;
    return ok_ ? count : 0;
  }

 private:
  const std::byte* take(std::size_t size) noexcept {
    ok_ = ok_ && size <= bytes_.size() - at_;
    if (!ok_) return nullptr;
    at_ += size;
    return bytes_.data() + at_ - size;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace encodings
