// SPDX-License-Identifier: Apache-2.0
#include "shm/buddy_pages.hpp"

namespace orbweaver::transport::shm {

BuddyPages::BuddyPages(std::size_t pages, unsigned largest_order)
    : pages_(pages), first_(largest_order + 1, kNone) {
  const auto block = std::size_t{1} << largest_order;
  for (auto page = pages; page >= block; page -= block)
    link(static_cast<std::uint32_t>(page - block), largest_order, false);
}

void BuddyPages::link(std::uint32_t page, unsigned order, bool is_dirty) noexcept {
  const auto next = first_[order];
  pages_[page] = {next, kNone, static_cast<std::uint8_t>(order), is_dirty};
  if (next != kNone) pages_[next].previous = static_cast<std::uint16_t>(page);
  first_[order] = static_cast<std::uint16_t>(page);
}

void BuddyPages::unlink(std::uint32_t page) noexcept {
  const auto [next, previous, order, is_dirty] = pages_[page];
  (previous == kNone ? first_[order] : pages_[previous].next) = next;
  if (next != kNone) pages_[next].previous = previous;
  pages_[page].free_order = kNotFree;
}

std::optional<std::uint32_t> BuddyPages::take(unsigned order) noexcept {
  auto found = order;
  while (found < first_.size() && first_[found] == kNone) ++found;
  if (found >= first_.size()) return std::nullopt;
  const std::uint32_t page = first_[found];
  unlink(page);
  while (found > order) {
    --found;
    link(page + (1U << found), found, pages_[page].is_dirty);
  }
  return page;
}

void BuddyPages::give(std::uint32_t page, unsigned order) noexcept {
  for (; order + 1 < first_.size(); ++order) {
    const auto buddy = page ^ (1U << order);
    if (pages_[buddy].free_order != order) break;
    unlink(buddy);
    page &= ~(1U << order);
  }
  link(page, order, true);
}

void BuddyPages::clean(unsigned least_order,
                       const std::function<void(std::uint32_t page, unsigned order)>& clean_one) {
  for (auto order = least_order; order < first_.size(); ++order) {
    for (auto page = first_[order]; page != kNone; page = pages_[page].next) {
      if (!pages_[page].is_dirty) continue;
      clean_one(page, order);
      pages_[page].is_dirty = false;
    }
  }
}

}  // namespace orbweaver::transport::shm
