// SPDX-License-Identifier: Apache-2.0
// The peer of a unix socket, as the kernel names it.
#pragma once
#include <orbweaver/os/socket.hpp>
#include <orbweaver/security/identity.hpp>

#include <memory>

namespace orbweaver::transport {

/// Anonymous for a socket of another kind.
[[nodiscard]] inline std::shared_ptr<const security::Identity> identity_by_system(int socket) {
  security::Identity identity;
  if (const auto peer = os::peer_process(socket)) {
    identity.proof = security::Identity::Proof::process;
    identity.user = peer->user;
    identity.group = peer->group;
    identity.process = peer->process;
    identity.is_self = os::peer_of(socket) == os::Peer::same_user;
  }
  return std::make_shared<const security::Identity>(std::move(identity));
}

}  // namespace orbweaver::transport
