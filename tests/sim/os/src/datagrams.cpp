// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/datagram_socket.hpp>
#include <orbweaver/os/unix_datagram.hpp>
#include <orbweaver/sim/network.hpp>

#include "simulated.hpp"

#include <cerrno>

namespace orbweaver::os {

namespace {

sim::Node& here() noexcept { return sim::node_of(sim::this_process()); }

}  // namespace

Result<UniqueFd, SystemError> bind_udp(const std::string& host, std::uint16_t port) {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    if (sim::find_node(host, here()) != &here())
      return unexpected{SystemError{EADDRNOTAVAIL, "bind"}};
    if (here().udp.contains(port)) return unexpected{SystemError{EADDRINUSE, "bind"}};
    const auto chosen = port == 0 ? ++here().next_port : port;
    return add(std::make_shared<sim::DatagramSocket>(here(), chosen));
  });
}

Result<UniqueFd, SystemError> connect_udp(const std::string& host, std::uint16_t port) {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    auto* const node = sim::find_node(host, here());
    if (node == nullptr) return unexpected{SystemError{-2, "getaddrinfo"}};
    auto socket = std::make_shared<sim::DatagramSocket>(here(), std::uint16_t{0});
    socket->aim(*node, port);
    return add(std::move(socket));
  });
}

Result<void, SystemError> send_datagram(int fd, std::span<const Bytes> pieces) noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    const auto socket = file<sim::DatagramSocket>(fd);
    if (!socket) return unexpected{SystemError{EBADF, "sendmsg"}};
    std::vector<std::byte> whole;
    for (const auto piece : pieces) whole.insert(whole.end(), piece.begin(), piece.end());
    if (whole.size() > kMaxDatagram) return unexpected{SystemError{EMSGSIZE, "sendmsg"}};
    socket->send(std::move(whole));
    return {};
  });
}

Result<std::size_t, SystemError> receive_datagram(int fd, MutableBytes space) noexcept {
  return in_system([&]() -> Result<std::size_t, SystemError> {
    const auto socket = file<sim::DatagramSocket>(fd);
    if (!socket) return unexpected{SystemError{EBADF, "recv"}};
    return socket->receive(space);
  });
}

// No simulated machine has a service manager.
Result<void, SystemError> send_unix_datagram(const std::string& /*path*/,
                                             std::string_view /*text*/) noexcept {
  return unexpected{SystemError{ENOENT, "connect"}};
}

}  // namespace orbweaver::os
