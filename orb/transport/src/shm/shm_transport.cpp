// SPDX-License-Identifier: Apache-2.0
#include "shm/shm_transport.hpp"

#include <orbweaver/os/socket.hpp>

#include "failure/failure.hpp"
#include "shm/shm_connection.hpp"
#include "unix/unix_listener.hpp"

#include <array>

namespace orbweaver::transport {

namespace {

class ShmListener final : public UnixListener {
 public:
  using UnixListener::UnixListener;
  ~ShmListener() override { stop(); }

 private:
  std::unique_ptr<Connection> make_connection(os::UniqueFd socket, std::string peer) override {
    return std::make_unique<shm::ShmConnection>(std::move(socket), rule(), std::move(peer), nullptr,
                                                traits());
  }
};

/// Makes the memory and hands it to the server, which need not have accepted yet.
Result<std::shared_ptr<shm::Link>, os::SystemError> introduce(int socket, std::size_t shm_bytes) {
  const auto memory = os::make_shared_memory(2 * shm::kHalfSize);
  if (!memory) return unexpected{memory.error()};
  auto bell = os::make_socket_pair();
  if (!bell) return unexpected{bell.error()};
  auto link = shm::Link::make(memory->get(), shm::Role::client, std::move(bell->first), shm_bytes);
  if (!link) return link;
  const shm::Hello hello;
  const auto sent = os::send_with_descriptors(socket, std::as_bytes(std::span{&hello, 1}),
                                              std::array{memory->get(), bell->second.get()});
  if (!sent) return unexpected{sent.error()};
  return link;
}

}  // namespace

Result<std::unique_ptr<Connection>, ConnectionFailure> connect_shm(const ShmAddress& address,
                                                                   const FrameRule& rule,
                                                                   Deadline deadline,
                                                                   ConnectionTraits traits) {
  auto socket = connect_to_known_user(address.path, deadline, traits);
  if (!socket) return unexpected{socket.error()};
  auto link = introduce(socket->get(), traits.shm_bytes);
  if (!link) return unexpected{failure_to_establish(link.error())};
  return std::make_unique<shm::ShmConnection>(std::move(*socket), rule, to_string(address),
                                              std::move(*link), traits);
}

Result<std::unique_ptr<Listener>, ConnectionFailure> listen_shm(const ShmAddress& address,
                                                                const FrameRule& rule,
                                                                ConnectionTraits traits) {
  auto socket = open_listener(address.path, traits);
  if (!socket) return unexpected{socket.error()};
  return std::make_unique<ShmListener>(std::move(*socket), rule, traits, address, address.path);
}

}  // namespace orbweaver::transport
