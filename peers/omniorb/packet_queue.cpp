// SPDX-License-Identifier: Apache-2.0
#include "packet_queue.hpp"

#include <algorithm>

namespace peer {

void PacketQueue::push(Packet packet) {
  std::unique_lock lock(mutex_);
  not_full_.wait(lock, [this] { return packets_.size() < depth_; });
  packets_.push_back(std::move(packet));
  longest_ = std::max(longest_, packets_.size());
  not_empty_.notify_one();
}

std::optional<Packet> PacketQueue::pop() {
  std::unique_lock lock(mutex_);
  not_empty_.wait(lock, [this] { return closed_ || !packets_.empty(); });
  if (packets_.empty()) return std::nullopt;
  Packet packet = std::move(packets_.front());
  packets_.pop_front();
  not_full_.notify_one();
  return packet;
}

void PacketQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  not_empty_.notify_all();
}

std::size_t PacketQueue::longest() const {
  const std::lock_guard lock(mutex_);
  return longest_;
}

}  // namespace peer
