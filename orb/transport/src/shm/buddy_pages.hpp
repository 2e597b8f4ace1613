// SPDX-License-Identifier: Apache-2.0
// A buddy allocator: divides pages into blocks of powers of two. Works on page numbers only; not
// thread-safe.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace orbweaver::transport::shm {

class BuddyPages {
 public:
  /// `pages` is a multiple of the largest block, 1 << largest_order, and less than 65535.
  BuddyPages(std::size_t pages, unsigned largest_order);

  /// The first page of a free block of 1 << order pages; nothing if there is none. The blocks
  /// that were used last are taken first.
  [[nodiscard]] std::optional<std::uint32_t> take(unsigned order) noexcept;
  /// Frees a block that was taken with this order.
  void give(std::uint32_t page, unsigned order) noexcept;
  /// Calls `clean_one` for each free block of at least this order that was freed since it was last
  /// cleaned.
  void clean(unsigned least_order,
             const std::function<void(std::uint32_t page, unsigned order)>& clean_one);

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;
  static constexpr std::uint8_t kNotFree = 0xFF;
  struct Page {
    std::uint16_t next = kNone, previous = kNone;  // of the free blocks of one order
    std::uint8_t free_order = kNotFree;            // of a free block that begins here
    bool is_dirty = false;
  };

  void link(std::uint32_t page, unsigned order, bool is_dirty) noexcept;
  void unlink(std::uint32_t page) noexcept;

  std::vector<Page> pages_;
  std::vector<std::uint16_t> first_;  // free block of each order
};

}  // namespace orbweaver::transport::shm
