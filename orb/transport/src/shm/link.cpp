// SPDX-License-Identifier: Apache-2.0
#include "shm/link.hpp"

#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/socket_io.hpp>

#include "shm/bell.hpp"
#include "shm/visible_order.hpp"

#include <algorithm>
#include <bit>

namespace orbweaver::transport::shm {

namespace {

constexpr std::size_t offset_of_half(Role role) noexcept {
  return role == Role::client ? 0 : kHalfSize;
}

std::uint32_t* returns_in(const os::Mapping& half) noexcept {
  return reinterpret_cast<std::uint32_t*>(half.memory().data() + kReturnsOffset);
}

MutableBytes data_in(const os::Mapping& half) noexcept {
  return half.memory().subspan(kDataOffset, kDataSize);
}

std::size_t bytes_to_use(std::size_t limit) noexcept {
  return std::bit_floor(std::clamp(limit, kLeastShmBytes, kMostShmBytes));
}

}  // namespace

Result<std::shared_ptr<Link>, os::SystemError> Link::make(int memory, Role role,
                                                          os::UniqueFd room_bell,
                                                          std::size_t shm_bytes) {
  const auto other = role == Role::client ? Role::server : Role::client;
  auto mine = os::Mapping::of(memory, offset_of_half(role), kHalfSize, os::Protection::read_write);
  if (!mine) return unexpected{mine.error()};
  auto theirs =
      os::Mapping::of(memory, offset_of_half(other), kHalfSize, os::Protection::read_only);
  if (!theirs) return unexpected{theirs.error()};
  return std::make_shared<Link>(std::move(*mine), std::move(*theirs), std::move(room_bell),
                                shm_bytes);
}

Link::Link(os::Mapping mine, os::Mapping theirs, os::UniqueFd room_bell,
           std::size_t shm_bytes) noexcept
    : mine_(std::move(mine)),
      theirs_(std::move(theirs)),
      room_bell_(std::move(room_bell)),
      their_sender_(their_words().sender_sleeps),
      slab_(data_in(mine_).first(bytes_to_use(shm_bytes)), {returns_in(theirs_), kPages}),
      received_(data_in(theirs_)) {}

// The words lie at the start of a mapping, aligned to a page. Each word is accessed through ring::
// only.
Words& Link::my_words() const noexcept { return *reinterpret_cast<Words*>(mine_.memory().data()); }

const Words& Link::their_words() const noexcept {
  return *reinterpret_cast<const Words*>(theirs_.memory().data());
}

MutableBytes Link::my_ring() const noexcept {
  return mine_.memory().subspan(kRingOffset, kRingSize);
}

Bytes Link::their_ring() const noexcept { return theirs_.memory().subspan(kRingOffset, kRingSize); }

void Link::give_back(std::uint32_t page, std::uint32_t generation) noexcept {
  hand_over();
  // release: pairs with the acquire in Slab::is_returned()
  ring::DirectAccess::store_release(returns_in(mine_)[page], generation);
  ring_for_room();
}

// Any thread may drop a frame, also while another closes the connection:
//
//   thread U drops a frame: must_ring() says that the peer's sender waits
//   thread C closes the connection: close_bell() closes the descriptor; the program opens another
//            socket, which gets the same number
//   thread U would ring: write a byte to that socket
//
// The mutex prevents that: U rings before C closes, or finds no bell.
void Link::ring_for_room() noexcept {
  if (!their_sender_.must_ring()) return;
  const std::lock_guard lock(bell_mutex_);
  if (room_bell_) (void)ring_bell(room_bell_.get());
}

Link::Ring Link::wait_for_room(Deadline deadline) noexcept {
  const auto rings = [&](Deadline until) {
    return os::wait_until_ready(room_bell_.get(), os::Readiness::readable, until).value_or(true);
  };
  if (!os::wait_as_blocked(deadline, rings)) return Ring::timed_out;
  return hear_bell(room_bell_.get(), os::SocketWait::none) == Heard::end ? Ring::gone : Ring::rung;
}

bool Link::is_peer_gone() const noexcept {
  return hear_bell(room_bell_.get(), os::SocketWait::none) == Heard::end;
}

void Link::shut_down_bell() noexcept {
  const std::lock_guard lock(bell_mutex_);
  if (room_bell_) os::shut_down(room_bell_.get(), os::Direction::both);
}

void Link::close_bell() noexcept {
  const std::lock_guard lock(bell_mutex_);
  room_bell_.reset();
}

}  // namespace orbweaver::transport::shm
