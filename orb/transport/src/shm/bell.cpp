// SPDX-License-Identifier: Apache-2.0
#include "shm/bell.hpp"

#include <array>

namespace orbweaver::transport::shm {

// This side rings at most once for each time that the peer announced its sleep. So rings never fill
// the socket of a peer that lives, and a ring that would block need not be sent again: the peer has
// other rings to read.
bool ring_bell(int socket) noexcept {
  static constexpr std::byte kRing{'!'};
  const Bytes piece{&kRing, 1};
  const auto sent = os::send_some(socket, {&piece, 1}, 0, os::SocketWait::none);
  return sent || os::is_would_block(sent.error()) || os::is_interrupted(sent.error());
}

Heard hear_bell(int socket, os::SocketWait waiting) noexcept {
  std::array<std::byte, 64> rings;
  const auto count = os::receive_some(socket, rings, waiting);
  if (count) return *count > 0 ? Heard::rings : Heard::end;
  return os::is_would_block(count.error()) || os::is_interrupted(count.error()) ? Heard::nothing
                                                                                : Heard::end;
}

}  // namespace orbweaver::transport::shm
