// Requests whose client has said that it no longer waits (CancelRequest). CORBA 3.3 Part 2, 9.4.4.
//
// Advice, not a promise: only those that came last are remembered, and a request that has begun is
// not undone.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace orbweaver::server {

/// Of one connection. Threads: any. A load while nothing was cancelled.
class CancelledRequests {
 public:
  static constexpr std::size_t kMost = 64;

  void add(std::uint32_t request_id) noexcept {
    const std::lock_guard lock(mutex_);
    ids_[next_++ % kMost] = request_id;
    size_ = std::min(size_ + 1, kMost);
    is_any_.store(true, std::memory_order_relaxed);  // a hint; the lock orders
  }
  [[nodiscard]] bool contains(std::uint32_t request_id) const noexcept {
    if (!is_any_.load(std::memory_order_relaxed)) return false;
    const std::lock_guard lock(mutex_);
    const auto end = ids_.begin() + size_;
    return std::find(ids_.begin(), end, request_id) != end;
  }
  /// A new request has this id: it was not meant.
  void forget(std::uint32_t request_id) noexcept {
    if (!is_any_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    const auto end = std::remove(ids_.begin(), ids_.begin() + size_, request_id);
    next_ = size_ = static_cast<std::size_t>(end - ids_.begin());
    is_any_.store(size_ != 0, std::memory_order_relaxed);
  }

 private:
  mutable os::Mutex mutex_;
  std::array<std::uint32_t, kMost> ids_{};
  std::size_t next_ = 0, size_ = 0;
  os::Atomic<bool> is_any_{false};
};

}  // namespace orbweaver::server
