// SPDX-License-Identifier: Apache-2.0
// The bounded queue between the ORB's threads and a stage's worker thread.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "pipeline.hh"

namespace peer {

struct Packet {
  Lab::PacketHeader header;
  std::unique_ptr<Lab::Samples> samples;
};

class PacketQueue {
 public:
  explicit PacketQueue(std::size_t depth) : depth_(depth) {}

  /// Blocks: while the queue is full.
  void push(Packet packet);

  /// Blocks: until there is a packet. Nothing comes once the queue is closed and empty.
  std::optional<Packet> pop();

  void close();

  /// The most packets that ever waited.
  std::size_t longest() const;

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
