// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/own_address.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/network.hpp>

#include "simulated.hpp"

#include <array>
#include <cerrno>

namespace orbweaver::os {

namespace {

Result<UniqueFd, SystemError> refused(const char* call, int code) noexcept {
  return unexpected{SystemError{code, call}};
}

sim::Node& here() noexcept { return sim::node_of(sim::this_process()); }

constexpr std::array kConnectErrors{0, ECONNREFUSED, ETIMEDOUT, EMFILE, EHOSTUNREACH};

// A time-out takes its time, up to the caller's.
Result<UniqueFd, SystemError> fail_to_connect(int error, Deadline deadline) {
  if (error != ETIMEDOUT) return refused("connect", error);
  const auto longest = sim::virtual_now() + 20 * sim::kSecond;
  const auto moment =
      deadline.is_never()
          ? longest
          : std::min<sim::Time>(longest, deadline.moment().time_since_epoch().count());
  sim::sleep_until(moment);
  return refused("connect", ETIMEDOUT);
}

Result<UniqueFd, SystemError> connect_to(sim::Listener& listener, sim::StreamKind kind) {
  const auto port = ++here().next_port;
  auto [mine, theirs] =
      sim::connect_pair(kind, here().name + ":" + std::to_string(port), port,
                        "server:" + std::to_string(listener.port()), listener.port());
  listener.offer(std::move(theirs));
  return add(std::move(mine));
}

}  // namespace

Result<UniqueFd, SystemError> listen_tcp(const std::string& host, std::uint16_t port) {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    if (sim::find_node(host, here()) != &here()) return refused("bind", EADDRNOTAVAIL);
    if (here().tcp.contains(port)) return refused("bind", EADDRINUSE);
    const auto chosen = port == 0 ? ++here().next_port : port;
    return add(std::make_shared<sim::Listener>(here(), sim::StreamKind::tcp, chosen, ""));
  });
}

Result<UniqueFd, SystemError> connect_tcp(const std::string& host, std::uint16_t port,
                                          Deadline deadline) {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    auto* const node = sim::find_node(host, here());
    if (node == nullptr) return refused("getaddrinfo", -2);
    if (const auto form = sim::fault_of(sim::Kind::connect_fails, kConnectErrors.size()); form != 0)
      return fail_to_connect(kConnectErrors[form], deadline);
    const auto listener = node->tcp.find(port);
    if (listener == node->tcp.end()) return refused("connect", ECONNREFUSED);
    return connect_to(*listener->second, sim::StreamKind::tcp);
  });
}

// Simulated files have no mode.
Result<UniqueFd, SystemError> listen_unix(const std::string& path, std::uint32_t /*mode*/) {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    if (path.empty()) return refused("path", ENOENT);
    if (path.size() > kMaxUnixPath) return refused("path", ENAMETOOLONG);
    if (here().unix_paths.contains(path)) return refused("bind", EADDRINUSE);
    return add(std::make_shared<sim::Listener>(here(), sim::StreamKind::unix_socket,
                                               std::uint16_t{0}, std::string{path.c_str()}));
  });
}

Result<UniqueFd, SystemError> connect_unix(const std::string& path, Deadline /*deadline*/) {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    if (sim::fault(sim::Kind::connect_fails)) return refused("connect", EMFILE);
    const auto listener = here().unix_paths.find(path);
    if (listener == here().unix_paths.end()) return refused("connect", ECONNREFUSED);
    return connect_to(*listener->second, sim::StreamKind::unix_socket);
  });
}

Result<UniqueFd, SystemError> accept_connection(int listener) noexcept {
  return in_system([&]() -> Result<UniqueFd, SystemError> {
    const auto socket = file<sim::Listener>(listener);
    if (!socket) return refused("accept", EBADF);
    int error = 0;
    auto accepted = socket->accept(error);
    if (!accepted) return refused("accept", error);
    return add(std::move(accepted));
  });
}

// The simulated network never pauses.
void send_without_pauses_to_this_machine(int /*fd*/) noexcept {}

std::uint16_t local_port(int fd) noexcept {
  return in_system([&]() -> std::uint16_t {
    if (const auto listener = file<sim::Listener>(fd)) return listener->port();
    if (const auto stream = file<sim::StreamSocket>(fd)) return stream->port();
    if (const auto datagrams = file<sim::DatagramSocket>(fd)) return datagrams->port();
    return 0;
  });
}

std::string peer_name(int fd) {
  const char* const name = in_system([&] {
    const auto* const stream = file<sim::StreamSocket>(fd);
    return stream == nullptr ? "gone" : stream->peer().c_str();
  });
  return name;
}

Peer peer_of(int /*fd*/) noexcept { return Peer::same_user; }

// All processes of a simulated machine are of one user, and have no number for each other. No step
// of the run: those of connections stay what they were.
std::optional<PeerProcess> peer_process(int fd) noexcept {
  constexpr std::uint32_t kUser = 1000;
  const sim::KernelMemory kernel;
  const sim::HeldFiles held;
  const auto* const stream = file<sim::StreamSocket>(fd);
  if (stream == nullptr || stream->kind() != sim::StreamKind::unix_socket) return std::nullopt;
  return PeerProcess{.process = 0, .user = kUser, .group = kUser};
}

FileIdentity identity_of(const std::string& path) noexcept {
  const bool is_there = !path.starts_with('@') && here().unix_paths.contains(path);
  return is_there ? FileIdentity{1, std::hash<std::string>{}(path) | 1U} : FileIdentity{};
}

// The name of a simulated listener is gone with it.
void remove_if_same(const std::string& /*path*/, FileIdentity /*identity*/) noexcept {}

std::string host_name() { return here().name.c_str(); }
bool resolves(const std::string& host) { return !host.empty(); }
std::string own_address() { return host_name(); }

}  // namespace orbweaver::os
