// SPDX-License-Identifier: Apache-2.0
// The packets of a parallel stage: taken up in the order in which they came, processed in any, and
// handed on in the order in which they came.
//
//   push ──► 9 8 │ 7 6 5 │ 4 ──► hand on      5 is processed before 4: it waits for its turn
//         waiting at work  next
#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

#include "packet_queue.hpp"

namespace peer {

/// Threads: any pushes; workers call take_up() and done(); one calls next() and forget().
class PacketWindow {
 public:
  /// `depth`: packets in it at most, from push() to forget().
  explicit PacketWindow(std::size_t depth) : depth_(depth) {}

  /// Blocks: while the window is full.
  void push(Packet packet);

  struct Place {
    Packet packet;
    bool is_done = false;
  };
  /// The oldest packet that no worker has taken; `begin` is called for it before another is taken.
  /// Blocks: until there is one. Null once the window is closed and none is left.
  Place* take_up(const std::function<void(const Packet&)>& begin);
  void done(Place& place);

  /// The oldest packet, once it is done. It stays until forget().
  /// Blocks: until then. Null once the window is closed and empty.
  const Packet* next();
  void forget();

  void close();

  /// The most packets that ever waited to be taken up.
  std::size_t longest() const;

 private:
  const std::size_t depth_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Place> places_;  // oldest first; a place stays where it is while others come and go
  std::size_t taken_up_ = 0;  // of them, the first ones
  std::size_t longest_ = 0;
  bool closed_ = false;
};

}  // namespace peer
