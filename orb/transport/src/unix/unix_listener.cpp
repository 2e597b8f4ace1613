// SPDX-License-Identifier: Apache-2.0
#include "unix/unix_listener.hpp"

#include <orbweaver/base/log.hpp>

#include "failure/failure.hpp"

namespace orbweaver::transport {

UnixListener::UnixListener(os::UniqueFd socket, const FrameRule& rule, ConnectionTraits traits,
                           Address address, std::string path)
    : SocketListener(std::move(socket), rule, traits, std::move(address)),
      path_(std::move(path)),
      file_(os::identity_of(path_)) {}

std::optional<std::string> UnixListener::admit(int socket) {
  if (os::peer_of(socket) == os::Peer::same_user) return to_string(address());
  if (refused_peers() == 0)
    log().warn("{}: refused a peer of another user; more are refused silently and counted",
               to_string(address()));
  return std::nullopt;
}

Result<os::UniqueFd, ConnectionFailure> connect_to_own_user(const std::string& path,
                                                            Deadline deadline) {
  auto socket = os::connect_unix(path, deadline);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  if (os::peer_of(socket->get()) != os::Peer::same_user)
    return unexpected{ConnectionFailure{ConnectionFault::not_permitted}};
  return std::move(*socket);
}

}  // namespace orbweaver::transport
