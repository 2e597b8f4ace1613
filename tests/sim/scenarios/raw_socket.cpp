// SPDX-License-Identifier: Apache-2.0
#include "scenarios/raw_socket.hpp"

#include <orbweaver/os/socket_io.hpp>

#include <array>

namespace orbweaver::sim {

void send_all(int socket, Bytes bytes) {
  while (!bytes.empty()) {
    const auto sent = os::send_some(socket, std::array{bytes}, 0, os::SocketWait::some);
    if (!sent) return;
    bytes = bytes.subspan(*sent);
  }
}

}  // namespace orbweaver::sim
