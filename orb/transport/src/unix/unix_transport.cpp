// SPDX-License-Identifier: Apache-2.0
#include "unix/unix_transport.hpp"

#include "socket/socket_connection.hpp"
#include "unix/unix_listener.hpp"

namespace orbweaver::transport {

Result<std::unique_ptr<Connection>, ConnectionFailure> connect_unix(const UnixAddress& address,
                                                                    const FrameRule& rule,
                                                                    Deadline deadline,
                                                                    ConnectionTraits traits) {
  auto socket = connect_to_known_user(address.path, deadline, traits);
  if (!socket) return unexpected{socket.error()};
  return std::make_unique<SocketConnection>(std::move(*socket), rule, to_string(address), traits,
                                            SocketPause{});
}

Result<std::unique_ptr<Listener>, ConnectionFailure> listen_unix(const UnixAddress& address,
                                                                 const FrameRule& rule,
                                                                 ConnectionTraits traits) {
  auto socket = open_listener(address.path, traits);
  if (!socket) return unexpected{socket.error()};
  return std::make_unique<UnixListener>(std::move(*socket), rule, traits, address, address.path);
}

}  // namespace orbweaver::transport
