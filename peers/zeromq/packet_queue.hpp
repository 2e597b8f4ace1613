// SPDX-License-Identifier: Apache-2.0
// A bounded queue of packets between threads of a stage.
#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "packet.hpp"

namespace peer {

/// Threads: any.
class PacketQueue {
 public:
  explicit PacketQueue(std::size_t depth) : depth_(depth) {}

  /// Blocks: while the queue is full and open.
  void push(Packet packet) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [this] { return closed_ || packets_.size() < depth_; });
    packets_.push_back(std::move(packet));
    longest_ = std::max(longest_, packets_.size());
    not_empty_.notify_one();
  }

  /// Blocks: until there is a packet. Nothing comes once the queue is closed and empty.
  std::optional<Packet> pop() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return closed_ || !packets_.empty(); });
    if (packets_.empty()) return std::nullopt;
    Packet packet = std::move(packets_.front());
    packets_.pop_front();
    not_full_.notify_one();
    return packet;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    not_empty_.notify_all();
    not_full_.notify_all();
  }

  /// The most packets that ever waited.
  std::size_t longest() const {
    const std::lock_guard lock(mutex_);
    return longest_;
  }

 private:
  const std::size_t depth_;
  mutable std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::deque<Packet> packets_;
  std::size_t longest_ = 0;
  bool closed_ = false;
};

}  // namespace peer
