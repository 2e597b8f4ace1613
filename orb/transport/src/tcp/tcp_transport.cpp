// SPDX-License-Identifier: Apache-2.0
#include "tcp/tcp_transport.hpp"

#include <orbweaver/os/socket.hpp>

#include "failure/failure.hpp"
#include "socket/socket_connection.hpp"
#include "socket/socket_listener.hpp"

namespace orbweaver::transport {

namespace {

class TcpListener final : public SocketListener {
 public:
  TcpListener(os::UniqueFd socket, const FrameRule& rule, ConnectionTraits traits,
              TcpAddress address) noexcept
      : SocketListener(std::move(socket), rule, traits, std::move(address)) {}
  ~TcpListener() override { stop(); }

 private:
  std::optional<std::string> admit(int socket) override { return "tcp:" + os::peer_name(socket); }
  void clear_away() noexcept override {}
};

}  // namespace

Result<std::unique_ptr<Connection>, ConnectionFailure> connect_tcp(const TcpAddress& address,
                                                                   const FrameRule& rule,
                                                                   Deadline deadline,
                                                                   ConnectionTraits traits) {
  auto socket = os::connect_tcp(address.host, address.port, deadline);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  auto peer = "tcp:" + os::peer_name(socket->get());
  return std::make_unique<SocketConnection>(std::move(*socket), rule, std::move(peer), traits,
                                            SocketPause{SocketPause::kMostOverTcp});
}

Result<std::unique_ptr<Listener>, ConnectionFailure> listen_tcp(const TcpAddress& address,
                                                                const FrameRule& rule,
                                                                ConnectionTraits traits) {
  auto socket = os::listen_tcp(address.host, address.port);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  TcpAddress real{address.host, os::local_port(socket->get())};
  return std::make_unique<TcpListener>(std::move(*socket), rule, traits, std::move(real));
}

}  // namespace orbweaver::transport
