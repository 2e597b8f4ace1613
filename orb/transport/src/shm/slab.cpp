// SPDX-License-Identifier: Apache-2.0
#include "shm/slab.hpp"

#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/tick.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/transport/ring/access.hpp>

#include "shm/visible_order.hpp"

#include <algorithm>
#include <bit>
#include <utility>

// A block is freed when its last share is dropped. A block from take() has one share, which lasts
// until the peer returns it. A loan has one share of its user and, once sent, one more until the
// peer returns it.
//
// Thread S (the sender), thread U (the user of a loan), and any thread P of the peer:
//
//   The peer is faster than the sender:
//     S: commits the record of a block
//     P: reads it, drops it, writes its generation to the block's word
//     S: sent() puts the block under way. Nothing is lost, as the word keeps its value: the next
//        collect finds that it names the block, and frees it.
//   The user keeps the loan longer than the peer:
//     S: a collect drops the share of the peer; one is left
//     U: drops the chunk: dropped_by_user() frees the block
//   The peer keeps it longer:
//     U: drops the chunk; one share is left
//     S: a collect drops the last share, and frees the block
//
// No thread of the peer calls this slab: the sender collects returned blocks when it needs one.

namespace orbweaver::transport::shm {

namespace {

// Smaller blocks are soon used again, so giving their pages back would not pay.
constexpr unsigned kLeastOrderToClean = 4;
// The kernel gives back whole pages of its own, which have up to 64 KiB on ARM: a neighbour's bytes
// would go with a smaller block.
static_assert((kPage << kLeastOrderToClean) % (std::size_t{64} * 1024) == 0 &&
              kDataOffset % (std::size_t{64} * 1024) == 0 &&
              kHalfSize % (std::size_t{64} * 1024) == 0);
constexpr auto kReleaseAfter = std::chrono::seconds(1);
constexpr std::size_t kChecksPerBlock = 8;

unsigned order_for(std::size_t size) noexcept {
  const auto pages = std::max<std::size_t>((size + kPage - 1) / kPage, 1);
  return static_cast<unsigned>(std::bit_width(pages - 1));
}

}  // namespace

// The largest block is half of the memory.
Slab::State::State(std::size_t page_count)
    : pages(page_count, static_cast<unsigned>(std::countr_zero(page_count / 2))),
      last_use(os::last_tick()) {
  under_way.reserve(kGroup);
}

Slab::Entry& Slab::entry_of(std::uint32_t page) {
  auto& group = state_->entries[page / kGroup];
  if (!group) group = std::make_unique<Group>();
  return (*group)[page % kGroup];
}

Slab::Block Slab::block_of(const Entry& entry) noexcept {
  return {entry.page, entry.generation, {entry.data, entry.capacity}};
}

Slab::Entry* Slab::make(std::size_t size) {
  if (!state_) state_ = std::make_unique<State>(data_.size() / kPage);
  collect_some();
  const auto order = order_for(size);
  const auto page = find_pages(order);
  if (!page) return nullptr;
  auto& entry = entry_of(*page);
  entry.slab = this;
  entry.page = *page;
  ++entry.generation;
  entry.order = order;
  entry.shares.store(1, std::memory_order_relaxed);  // relaxed: no other thread has it
  entry.data = data_.data() + *page * kPage;
  entry.capacity = kPage << order;
  entry.destroy = dropped_by_user;
  return &entry;
}

std::optional<std::uint32_t> Slab::find_pages(unsigned order) {
  if (const auto page = state_->pages.take(order)) return page;
  collect_all();
  return state_->pages.take(order);
}

std::optional<Slab::Block> Slab::take(std::size_t size) {
  const std::lock_guard lock(mutex_);
  auto* const entry = make(size);
  if (entry == nullptr) return std::nullopt;
  return block_of(*entry);
}

void Slab::give(const Block& block) {
  const std::lock_guard lock(mutex_);
  free(entry_of(block.page));
}

Chunk Slab::loan(std::size_t size, std::shared_ptr<const void> keeper) {
  if (size > largest_block()) return {};
  const std::lock_guard lock(mutex_);
  auto* const entry = make(size);
  if (entry == nullptr) return {};
  entry->is_unsent_loan = true;
  entry->keeper = std::move(keeper);
  return Chunk::of_block(*entry);
}

std::optional<Slab::Block> Slab::find_loan(const std::byte* payload) {
  if (!contains(payload)) return std::nullopt;
  const auto offset = static_cast<std::size_t>(payload - data_.data());
  if (offset % kPage != kLoanHeadroom) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto& entry = entry_of(static_cast<std::uint32_t>(offset / kPage));
  if (!entry.is_unsent_loan) return std::nullopt;
  return block_of(entry);
}

// A loan gets a second share, until the peer has returned it: if there is memory to remember that.
void Slab::sent(const Block& block) {
  const std::lock_guard lock(mutex_);
  auto& entry = entry_of(block.page);
  state_->under_way.push_back(block.page);
  // relaxed: the user has a share, so nothing is published here
  if (std::exchange(entry.is_unsent_loan, false))
    entry.shares.fetch_add(1, std::memory_order_relaxed);
}

bool Slab::is_returned(const Entry& entry) const noexcept {
  // acquire: pairs with the release in Link::give_back(): the peer's last reads come before this
  // side fills the block again.
  if (ring::DirectAccess::load_acquire(returns_[entry.page]) != entry.generation) return false;
  take_over();
  return true;
}

// Looks at a few blocks for each new one, so that blocks are freed about as fast as they are sent.
void Slab::collect_some() {
  auto& under_way = state_->under_way;
  auto& at = state_->next_to_check;
  for (std::size_t i = 0; i < kChecksPerBlock && !under_way.empty(); ++i) {
    if (at >= under_way.size()) at = 0;
    if (!is_returned(entry_of(under_way[at]))) {
      ++at;
      continue;
    }
    drop_share(under_way[at]);
    under_way[at] = under_way.back();
    under_way.pop_back();
  }
}

void Slab::collect_all() {
  std::erase_if(state_->under_way, [this](std::uint32_t page) {
    if (!is_returned(entry_of(page))) return false;
    drop_share(page);
    return true;
  });
}

void Slab::drop_share(std::uint32_t page) {
  auto& entry = entry_of(page);
  // acq_rel: as in Chunk::release()
  if (entry.shares.fetch_sub(1, std::memory_order_acq_rel) == 1) free(entry);
}

void Slab::free(Entry& entry) {
  entry.is_unsent_loan = false;
  entry.keeper.reset();  // set if the user dropped a loan while it was under way
  state_->pages.give(entry.page, entry.order);
  if (entry.order < kLeastOrderToClean) return;
  state_->may_hold_idle_memory = true;
  state_->last_use = os::last_tick();
}

void Slab::release_idle_memory(TimePoint now) {
  const std::lock_guard lock(mutex_);
  if (!state_) return;
  collect_some();
  if (!state_->may_hold_idle_memory || now - state_->last_use < kReleaseAfter) return;
  collect_all();
  state_->may_hold_idle_memory = false;
  state_->pages.clean(kLeastOrderToClean, [this](std::uint32_t page, unsigned order) {
    os::give_back_pages(data_.subspan(page * kPage, kPage << order));
  });
}

void Slab::abandon() {
  const std::lock_guard lock(mutex_);
  if (!state_) return;
  for (const auto page : state_->under_way) drop_share(page);
  state_->under_way.clear();
}

// The keeper may be the last owner of this slab: it is dropped last, after the lock.
void Slab::dropped_by_user(ChunkBlock* block) noexcept {
  auto& entry = static_cast<Entry&>(*block);
  auto& slab = *entry.slab;
  const auto keeper = std::move(entry.keeper);
  const std::lock_guard lock(slab.mutex_);
  slab.free(entry);
}

}  // namespace orbweaver::transport::shm
