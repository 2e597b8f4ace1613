// SPDX-License-Identifier: Apache-2.0
#include "unix/unix_listener.hpp"

#include <orbweaver/transport/local_peers.hpp>

#include "failure/failure.hpp"
#include "socket/identity_by_system.hpp"

#include <algorithm>

namespace orbweaver::transport {

namespace {

constexpr const char* kNoRules =
    "it is of another user, who needs a rule of this server that names it as a client (-ORBrules)";

// A server of an unknown user has no name that could be given to -ORBlocalPeer.
ConnectionFailure stranger(const std::optional<os::PeerProcess>& server) noexcept {
  ConnectionFailure failure{ConnectionFault::not_permitted};
  if (server) failure.server_of = server->user;
  return failure;
}

bool is_named(const std::optional<os::PeerProcess>& server, const LocalPeers* peers) noexcept {
  return server && peers != nullptr &&
         std::ranges::find(peers->servers_of, server->user) != peers->servers_of.end();
}

}  // namespace

Result<os::UniqueFd, ConnectionFailure> open_listener(const std::string& path,
                                                      const ConnectionTraits& traits) {
  const auto mode = traits.local != nullptr ? traits.local->socket_mode : os::kOwnerOnly;
  auto socket = os::listen_unix(path, mode);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  return std::move(*socket);
}

UnixListener::UnixListener(os::UniqueFd socket, const FrameRule& rule, ConnectionTraits traits,
                           Address address, std::string path)
    : SocketListener(std::move(socket), rule, traits, std::move(address)),
      path_(std::move(path)),
      file_(os::identity_of(path_)) {}

std::optional<std::string> UnixListener::admit(int socket) {
  if (os::peer_of(socket) == os::Peer::same_user) return to_string(address());
  const auto peer = identity_by_system(socket);
  const bool is_known = peer->proof == security::Identity::Proof::process;
  if (is_known && traits().admission != nullptr && traits().admission->admits(*peer))
    return to_string(address());
  log_refusal(*peer);
  return std::nullopt;
}

void UnixListener::log_refusal(const security::Identity& peer) {
  warn_seldom(refusals_, "{}: refused {}: {}", to_string(address()), security::to_string(peer),
              traits().admission != nullptr ? traits().admission->why_not(peer) : kNoRules);
}

Result<os::UniqueFd, ConnectionFailure> connect_to_known_user(const std::string& path,
                                                              Deadline deadline,
                                                              const ConnectionTraits& traits) {
  auto socket = os::connect_unix(path, deadline);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  if (os::peer_of(socket->get()) == os::Peer::same_user) return std::move(*socket);
  const auto server = os::peer_process(socket->get());
  if (!is_named(server, traits.local)) return unexpected{stranger(server)};
  return std::move(*socket);
}

}  // namespace orbweaver::transport
