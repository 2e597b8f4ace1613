// SPDX-License-Identifier: Apache-2.0
// Thread pools that the program makes for the objects of some adapters, beside the ORB's pool
// (RTCORBA::RTORB::create_threadpool, create_threadpool_with_lanes).
#pragma once
#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/dispatch/watermarks.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace orbweaver::server {

/// The threads of one RT-CORBA priority.
struct OwnLane {
  unsigned threads = 1;
  int priority = 0;
};

struct OwnPoolOptions {
  std::vector<OwnLane> lanes{OwnLane{}};  // at least one
  /// Whether requests may wait for a thread; and how many may wait in all lanes together. If there
  /// is no such limit, each object's lane and the pool's queue have the limits of the ORB's
  /// options, and block their senders when they are full.
  bool has_buffer = true;
  std::optional<std::size_t> most_waiting = {}, most_waiting_bytes = {};
};

/// Room for the requests that wait for a thread of a pool. Without room a request is refused.
/// Threads: any.
class RequestBuffer {
 public:
  /// How long a request takes room: until it begins; or, in a pool without a buffer, where a thread
  /// counts as room, until it has ended.
  enum class Until { begun, ended };
  RequestBuffer(std::size_t most, std::size_t most_bytes, Until until) noexcept
      : most_(most), most_bytes_(most_bytes), until_(until) {}

  /// Takes room for a request. Returns false if there is none.
  [[nodiscard]] bool take(std::size_t bytes) noexcept;
  void give_back(std::size_t bytes) noexcept;
  [[nodiscard]] Until until() const noexcept { return until_; }

 private:
  const std::size_t most_, most_bytes_;
  const Until until_;
  os::Atomic<std::size_t> taken_{0}, taken_bytes_{0};
};

/// The threads of one priority.
struct PriorityPool {
  int priority = 0;
  std::shared_ptr<dispatch::ThreadPool> pool;
  std::shared_ptr<RequestBuffer> buffer;  // null: full queues block their senders
};

/// A pool, and the bounds of the lanes that run in it.
struct PoolAndBounds {
  std::vector<PriorityPool> lanes;  // the lowest priority first; at least one
  dispatch::Watermarks watermarks;
  [[nodiscard]] dispatch::ThreadPool& pool() const noexcept { return *lanes.front().pool; }
  /// Returns the lane with exactly this priority; null if there is none.
  [[nodiscard]] const PriorityPool* find(int priority) const noexcept;
};

/// Threads: any.
class OwnPools {
 public:
  OwnPools(dispatch::Watermarks by_default, os::ThreadTraits traits)
      : by_default_(by_default), traits_(std::move(traits)) {}

  [[nodiscard]] std::uint32_t add(const OwnPoolOptions& wanted);
  [[nodiscard]] std::optional<PoolAndBounds> find(std::uint32_t id) const;
  /// Removes the pool. Returns false if there is no such pool. Its threads go on until drain().
  bool remove(std::uint32_t id);
  /// Refuses new jobs. Returns when all jobs that were taken have run and every thread has ended.
  void drain() noexcept;

 private:
  [[nodiscard]] PoolAndBounds make(const OwnPoolOptions& wanted) const;

  dispatch::Watermarks by_default_;
  os::ThreadTraits traits_;
  mutable os::Mutex mutex_;
  std::uint32_t next_id_ = 1;
  std::map<std::uint32_t, PoolAndBounds> by_id_;
  std::vector<std::shared_ptr<dispatch::ThreadPool>> all_;
};

}  // namespace orbweaver::server
