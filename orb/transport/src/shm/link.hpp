// SPDX-License-Identifier: Apache-2.0
// The memory and the bell for room, which both directions of a shm connection share. A link lives
// as long as the connection, and as any frame or loan that lies in the memory.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/transport/ring/sleep_word.hpp>

#include "shm/layout.hpp"
#include "shm/received_blocks.hpp"
#include "shm/slab.hpp"

#include <memory>

namespace orbweaver::transport::shm {

enum class Role { client, server };

/// There are two bells, each a socket. On the connection's socket the peer rings for "a message is
/// there", and the receiver waits on it. On the link's socket the peer rings for "there is room",
/// and the sender waits on it. So neither takes a ring that is for the other, and both notice at
/// once when the peer dies.
class Link final : public ReceivedBlocks::Returns {
 public:
  /// Maps the memory. `room_bell` is this side's end, `shm_bytes` the option of ConnectionTraits.
  [[nodiscard]] static Result<std::shared_ptr<Link>, os::SystemError> make(int memory, Role role,
                                                                           os::UniqueFd room_bell,
                                                                           std::size_t shm_bytes);
  Link(os::Mapping mine, os::Mapping theirs, os::UniqueFd room_bell,
       std::size_t shm_bytes) noexcept;

  [[nodiscard]] Words& my_words() const noexcept;
  [[nodiscard]] const Words& their_words() const noexcept;
  [[nodiscard]] MutableBytes my_ring() const noexcept;
  [[nodiscard]] Bytes their_ring() const noexcept;
  [[nodiscard]] Slab& slab() noexcept { return slab_; }
  [[nodiscard]] ReceivedBlocks& received() noexcept { return received_; }

  /// Any thread.
  void give_back(std::uint32_t page, std::uint32_t generation) noexcept override;
  /// Call it after any change that gives the peer's sender room: wakes that sender if it waits. Any
  /// thread.
  void ring_for_room() noexcept;

  enum class Ring { rung, timed_out, gone };
  /// The sender calls it: waits for a ring_for_room() of the peer.
  [[nodiscard]] Ring wait_for_room(Deadline deadline) noexcept;
  /// The sender calls it: costs one system call.
  [[nodiscard]] bool is_peer_gone() const noexcept;
  /// Wakes wait_for_room(), here and at the peer, for good. Any thread.
  void shut_down_bell() noexcept;
  /// From now on ring_for_room() does nothing. Frames and loans that are still held may be dropped
  /// at any time later. Requires: no thread is in wait_for_room() or is_peer_gone().
  void close_bell() noexcept;

 private:
  os::Mapping mine_, theirs_;
  os::Mutex bell_mutex_;  // see ring_for_room()
  os::UniqueFd room_bell_;
  ring::Waker<> their_sender_;
  Slab slab_;
  ReceivedBlocks received_;
};

}  // namespace orbweaver::transport::shm
