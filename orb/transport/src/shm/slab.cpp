#include "shm/slab.hpp"

#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/tick.hpp>
#include <orbweaver/ring/access.hpp>
#include <orbweaver/transport/connection.hpp>

#include "shm/visible_order.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace orbweaver::transport::shm {

namespace {

// Smaller ones are used again sooner than their pages are worth.
constexpr unsigned kLeastOrderToClean = 4;
constexpr auto kRestAfter = std::chrono::seconds(1);
constexpr std::size_t kLooksPerBlock = 8;

unsigned order_for(std::size_t size) noexcept {
  const auto pages = std::max<std::size_t>((size + kPage - 1) / kPage, 1);
  return static_cast<unsigned>(std::bit_width(pages - 1));
}

}  // namespace

// The largest block is half of all.
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
  look_at_some();
  const auto order = order_for(size);
  const auto page = find_pages(order);
  if (!page) return nullptr;
  auto& entry = entry_of(*page);
  entry.slab = this;
  entry.page = *page;
  ++entry.generation;
  entry.order = order;
  entry.shares.store(1, std::memory_order_relaxed);  // relaxed: nobody else has it
  entry.data = data_.data() + *page * kPage;
  entry.capacity = kPage << order;
  entry.destroy = dropped_by_user;
  return &entry;
}

std::optional<std::uint32_t> Slab::find_pages(unsigned order) {
  if (const auto page = state_->pages.take(order)) return page;
  look_at_all();
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

// A loan gets a second share, for as long as it is under way.
void Slab::sent(const Block& block) {
  const std::lock_guard lock(mutex_);
  auto& entry = entry_of(block.page);
  // relaxed: the user has a share, so nothing is published here
  if (std::exchange(entry.is_unsent_loan, false))
    entry.shares.fetch_add(1, std::memory_order_relaxed);
  state_->under_way.push_back(block.page);
}

bool Slab::is_returned(const Entry& entry) const noexcept {
  // acquire: pairs with the release in Link::give_back(): the peer's last reads come before the
  // next filling.
  if (ring::DirectAccess::load_acquire(returns_[entry.page]) != entry.generation) return false;
  take_over();
  return true;
}

// A few each time, so that blocks come back about as fast as they are sent.
void Slab::look_at_some() {
  auto& under_way = state_->under_way;
  auto& at = state_->next_to_look_at;
  for (std::size_t i = 0; i < kLooksPerBlock && !under_way.empty(); ++i) {
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

void Slab::look_at_all() {
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
  entry.keeper.reset();  // of a loan that its user dropped while it was under way
  state_->pages.give(entry.page, entry.order);
  if (entry.order < kLeastOrderToClean) return;
  state_->may_need_rest = true;
  state_->last_use = os::last_tick();
}

void Slab::rest(TimePoint now) {
  const std::lock_guard lock(mutex_);
  if (!state_) return;
  look_at_some();
  if (!state_->may_need_rest || now - state_->last_use < kRestAfter) return;
  look_at_all();
  state_->may_need_rest = false;
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

// The keeper may be what keeps this slab alive: it goes last, without the lock.
void Slab::dropped_by_user(ChunkBlock* block) noexcept {
  auto& entry = static_cast<Entry&>(*block);
  auto& slab = *entry.slab;
  const auto keeper = std::move(entry.keeper);
  const std::lock_guard lock(slab.mutex_);
  slab.free(entry);
}

}  // namespace orbweaver::transport::shm
