// SPDX-License-Identifier: Apache-2.0
#include "unfinished_messages.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace orbweaver::server {

using Share = UnfinishedMessages::Share;

Share::Share(std::shared_ptr<UnfinishedMessages> all, MessageHolder& holder)
    : all_(std::move(all)), holder_(holder) {
  const Lock lock(all_->mutex_);
  place_ = all_->shares_.insert(all_->shares_.end(), this);
}

// The share does not wait now: a connection that waits is kept alive.
Share::~Share() {
  bool has_grant = false;
  {
    const Lock lock(all_->mutex_);
    all_->shares_.erase(place_);
    has_grant = has_grant_;
  }
  all_->release(held_now() + (has_grant ? wanted_ : 0));
}

bool Share::take(std::size_t frame_size) noexcept {
  wanted_ = frame_size;
  if (!all_->take_for(*this)) return false;
  large_ = std::exchange(wanted_, 0);
  grow();
  held_.store(held_now(), std::memory_order_relaxed);
  return true;
}

void Share::has_come(std::size_t) noexcept { grow(); }

void Share::give_back(std::size_t) noexcept {
  held_.store(fragments_, std::memory_order_relaxed);
  all_->release(std::exchange(large_, 0));
}

UnfinishedMessages::Wait Share::wait() {
  if (fragments_ > 0) return Wait::never;
  return all_->wait(*this);
}

void Share::stop_waiting() noexcept { all_->stop_waiting(*this); }

bool Share::change_fragments(std::size_t bytes) noexcept {
  if (bytes > fragments_ && !all_->try_take(bytes - fragments_)) return false;
  const auto before = std::exchange(fragments_, bytes);
  grow();
  held_.store(held_now(), std::memory_order_relaxed);
  if (bytes < before) all_->release(before - bytes);
  return true;
}

/// Requires: mutex_ of all held.
bool Share::is_silent() const noexcept {
  return !is_paused_.load(std::memory_order_relaxed) &&
         growth_.load(std::memory_order_relaxed) == growth_at_last_look_ &&
         held_.load(std::memory_order_relaxed) > 0;
}

bool UnfinishedMessages::try_take(std::size_t bytes) noexcept {
  auto taken = taken_.load();
  do {
    if (taken > most_bytes_ || bytes > most_bytes_ - taken) return false;
  } while (!taken_.compare_exchange_weak(taken, taken + bytes));
  return true;
}

// Connections that wait come first. While none waits, the lock is not taken.
bool UnfinishedMessages::take_for(Share& share) noexcept {
  if (std::exchange(share.has_waited_, false)) {
    const Lock lock(mutex_);
    if (std::exchange(share.has_grant_, false)) return true;
  }
  return waiting_.load() == 0 && try_take(share.wanted_);
}

// Thread W begins to wait, thread R releases. Neither misses the other, as all accesses to taken_
// and waiting_ are in one order:
//
//   W: counts itself in waiting_, then looks at taken_ (grant)
//   R: reduces taken_, then looks at waiting_
void UnfinishedMessages::release(std::size_t bytes) noexcept {
  if (bytes == 0) return;
  taken_.fetch_sub(bytes);
  if (waiting_.load() > 0) grant();
}

UnfinishedMessages::Wait UnfinishedMessages::wait(Share& share) {
  share.has_waited_ = true;
  auto alive = share.holder_.keep();
  {
    const Lock lock(mutex_);
    if (share.waits_no_more_) return Wait::over;
    waiters_.push_back({&share, std::move(alive)});
    waiting_.store(waiters_.size());
    look_again(lock);
  }
  grant();
  return Wait::pause;
}

void UnfinishedMessages::grant() noexcept {
  std::list<Waiter> granted;
  {
    const Lock lock(mutex_);
    granted = take_granted(lock);
  }
  for (const auto& one : granted) one.alive->read_on();
}

std::list<UnfinishedMessages::Waiter> UnfinishedMessages::take_granted(const Lock&) noexcept {
  std::list<Waiter> granted;
  while (!waiters_.empty() && try_take(waiters_.front().share->wanted_)) {
    waiters_.front().share->has_grant_ = true;
    granted.splice(granted.end(), waiters_, waiters_.begin());
  }
  waiting_.store(waiters_.size());
  return granted;
}

void UnfinishedMessages::stop_waiting(Share& share) noexcept {
  std::list<Waiter> stopped;
  {
    const Lock lock(mutex_);
    share.waits_no_more_ = true;
    const auto found = std::ranges::find(waiters_, &share, &Waiter::share);
    if (found == waiters_.end()) return;
    stopped.splice(stopped.end(), waiters_, found);
    waiting_.store(waiters_.size());
  }
  stopped.front().alive->read_on();
  grant();  // a smaller message behind it may fit
}

/// Requires: lock held.
void UnfinishedMessages::look_again(const Lock&) noexcept {
  if (looks_ || waiters_.empty() || silence_timeout_ <= Nanoseconds::zero()) return;
  for (auto* const share : shares_)
    share->growth_at_last_look_ = share->growth_.load(std::memory_order_relaxed);
  looks_ = alarm_.set(now() + silence_timeout_, weak_from_this());
}

// Ends one connection at a time, so that it takes no memory: where memory is out, this frees some.
void UnfinishedMessages::ring() noexcept {
  while (const auto silent = next_silent()) silent->end_if_silent();
  const Lock lock(mutex_);
  ++round_;
  looks_ = false;
  look_again(lock);
}

std::shared_ptr<MessageHolder> UnfinishedMessages::next_silent() noexcept {
  const Lock lock(mutex_);
  if (waiters_.empty()) return nullptr;
  for (auto* const share : shares_) {
    if (std::exchange(share->last_round_, round_) == round_ || !share->is_silent()) continue;
    if (auto kept = share->holder_.keep()) return kept;
  }
  return nullptr;
}

}  // namespace orbweaver::server
