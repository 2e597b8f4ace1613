// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/server/own_pools.hpp>

#include <orbweaver/wire/thread_priority.hpp>

#include <algorithm>

namespace orbweaver::server {

namespace {

// A lane takes one request more than the buffer lets through: requests from connections are refused
// before the lane is full, and calls of this process wait for room there.
dispatch::Watermarks bounds_of(const OwnPoolOptions& wanted, dispatch::Watermarks bounds) noexcept {
  if (wanted.most_waiting) {
    bounds.high_messages = *wanted.most_waiting + 1;
    bounds.low_messages = *wanted.most_waiting / 4;
  }
  if (wanted.most_waiting_bytes) {
    bounds.high_bytes = *wanted.most_waiting_bytes + 1;
    bounds.low_bytes = *wanted.most_waiting_bytes / 4;
  }
  return bounds;
}

std::shared_ptr<RequestBuffer> buffer_of(const OwnPoolOptions& wanted) {
  if (!wanted.has_buffer || (!wanted.most_waiting && !wanted.most_waiting_bytes)) return nullptr;
  return std::make_shared<RequestBuffer>(wanted.most_waiting.value_or(SIZE_MAX),
                                         wanted.most_waiting_bytes.value_or(SIZE_MAX),
                                         RequestBuffer::Until::begun);
}

}  // namespace

// relaxed: these counts are bounds, and order no other memory
bool RequestBuffer::take(std::size_t bytes) noexcept {
  const auto before = taken_.fetch_add(1, std::memory_order_relaxed);
  const auto bytes_before = taken_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  if (before < most_ && bytes <= most_bytes_ && bytes_before <= most_bytes_ - bytes) return true;
  give_back(bytes);
  return false;
}

void RequestBuffer::give_back(std::size_t bytes) noexcept {
  taken_.fetch_sub(1, std::memory_order_relaxed);
  taken_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
}

const PriorityPool* PoolAndBounds::find(int priority) const noexcept {
  const auto found = std::ranges::find(lanes, priority, &PriorityPool::priority);
  return found == lanes.end() ? nullptr : &*found;
}

PoolAndBounds OwnPools::make(const OwnPoolOptions& wanted) const {
  PoolAndBounds pool_and_bounds{.lanes = {}, .watermarks = bounds_of(wanted, by_default_)};
  const auto buffer = buffer_of(wanted);
  for (const auto& lane : wanted.lanes) {
    auto traits = wire::with_priority(traits_, lane.priority);
    traits.name = "ow-rt";
    pool_and_bounds.lanes.push_back(
        {lane.priority,
         std::make_shared<dispatch::ThreadPool>(
             dispatch::PoolOptions{lane.threads, pool_and_bounds.watermarks, std::move(traits)}),
         wanted.has_buffer ? buffer
                           : std::make_shared<RequestBuffer>(lane.threads, SIZE_MAX,
                                                             RequestBuffer::Until::ended)});
  }
  std::ranges::sort(pool_and_bounds.lanes, {}, &PriorityPool::priority);
  return pool_and_bounds;
}

std::uint32_t OwnPools::add(const OwnPoolOptions& wanted) {
  auto result = make(wanted);
  const std::lock_guard lock(mutex_);
  for (const auto& lane : result.lanes) all_.push_back(lane.pool);
  by_id_.emplace(next_id_, std::move(result));
  return next_id_++;
}

std::optional<PoolAndBounds> OwnPools::find(std::uint32_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? std::nullopt : std::optional{found->second};
}

bool OwnPools::remove(std::uint32_t id) {
  const std::lock_guard lock(mutex_);
  return by_id_.erase(id) == 1;
}

void OwnPools::drain() noexcept {
  const std::lock_guard lock(mutex_);
  for (const auto& pool : all_) pool->close();
  for (const auto& pool : all_) pool->drain();
}

}  // namespace orbweaver::server
