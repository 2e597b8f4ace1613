// SPDX-License-Identifier: Apache-2.0
// A copy of bytes that are few most of the time.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace orbweaver {

/// Up to kInPlace bytes lie in the object; only more are allocated. The bytes are those of the last
/// assign(), and stay where they are until the next one.
class KeptBytes {
 public:
  static constexpr std::size_t kInPlace = 160;

  KeptBytes() noexcept {}  // NOLINT(modernize-use-equals-default): the array is not cleared
  explicit KeptBytes(Bytes bytes) { assign(bytes); }
  KeptBytes(const KeptBytes& other) : KeptBytes(other.bytes()) {}
  KeptBytes& operator=(const KeptBytes& other) {
    if (this != &other) assign(other.bytes());
    return *this;
  }
  ~KeptBytes() = default;

  void assign(Bytes bytes) {
    const auto memory = assign_room(bytes.size());
    if (!bytes.empty()) std::memcpy(memory.data(), bytes.data(), bytes.size());
  }
  /// `size` bytes, of any content, which the caller writes.
  [[nodiscard]] MutableBytes assign_room(std::size_t size) {
    size_ = size;
    if (size <= kInPlace) return {in_place_.data(), size};
    allocated_.resize(size);
    return allocated_;
  }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Bytes bytes() const noexcept {
    return {size_ <= kInPlace ? in_place_.data() : allocated_.data(), size_};
  }

 private:
  std::size_t size_ = 0;
  std::vector<std::byte> allocated_;
  // Only the first size_ are read, also by a copy.
  std::array<std::byte, kInPlace> in_place_;
};

}  // namespace orbweaver
