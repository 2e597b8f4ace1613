// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>

#include "failed_call.hpp"
#include "look_up.hpp"
#include "loopback_queue.hpp"
#include "parent_only.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstring>

namespace orbweaver::os {

namespace {

constexpr int kOn = 1, kOff = 0;

UniqueFd make_socket(int family, int extra_type = 0) noexcept {
  return parent_only(
      UniqueFd{::socket(family, SOCK_STREAM | SOCK_CLOEXEC | extra_type, IPPROTO_TCP)});
}

void send_without_delay(int fd) noexcept {
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &kOn, sizeof kOn);
}

bool is_loopback(const sockaddr* address) noexcept {
  if (address->sa_family == AF_INET) {
    const auto v4 = ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr);
    return v4 >> IN_CLASSA_NSHIFT == IN_LOOPBACKNET;
  }
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

bool have_same_host(const sockaddr_storage& one, const sockaddr_storage& other) noexcept {
  if (one.ss_family != other.ss_family) return false;
  if (one.ss_family == AF_INET)
    return reinterpret_cast<const sockaddr_in&>(one).sin_addr.s_addr ==
           reinterpret_cast<const sockaddr_in&>(other).sin_addr.s_addr;
  return one.ss_family == AF_INET6 &&
         IN6_ARE_ADDR_EQUAL(&reinterpret_cast<const sockaddr_in6&>(one).sin6_addr,
                            &reinterpret_cast<const sockaddr_in6&>(other).sin6_addr);
}

// False also for a socket that is not connected, or not of TCP.
bool is_peer_on_this_machine(int fd) noexcept {
  sockaddr_storage peer{}, own{};
  socklen_t peer_size = sizeof peer, own_size = sizeof own;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0 ||
      ::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &own_size) != 0)
    return false;
  return is_loopback(reinterpret_cast<const sockaddr*>(&peer)) || have_same_host(peer, own);
}

// 0 for a unix socket.
std::uint16_t port_of(const sockaddr* address) noexcept {
  if (address->sa_family == AF_INET)
    return ntohs(reinterpret_cast<const sockaddr_in*>(address)->sin_port);
  if (address->sa_family == AF_INET6)
    return ntohs(reinterpret_cast<const sockaddr_in6*>(address)->sin6_port);
  return 0;
}

Result<UniqueFd, SystemError> listen_at(const sockaddr* address, socklen_t size) noexcept {
  UniqueFd socket = make_socket(address->sa_family);
  if (!socket) return failed("socket");
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &kOn, sizeof kOn);
  if (address->sa_family == AF_INET6)
    ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &kOff, sizeof kOff);
  send_without_delay(socket.get());  // accepted sockets inherit it
  if (::bind(socket.get(), address, size) != 0) return failed("bind");
  if (::listen(socket.get(), SOMAXCONN) != 0) return failed("listen");
  return socket;
}

Result<UniqueFd, SystemError> listen_everywhere(std::uint16_t port) noexcept {
  sockaddr_in6 any6{};
  any6.sin6_family = AF_INET6;
  any6.sin6_port = htons(port);
  auto both = listen_at(reinterpret_cast<const sockaddr*>(&any6), sizeof any6);
  if (both || both.error().code == EADDRINUSE || both.error().code == EACCES) return both;
  sockaddr_in any4{};  // for a machine without IPv6
  any4.sin_family = AF_INET;
  any4.sin_port = htons(port);
  return listen_at(reinterpret_cast<const sockaddr*>(&any4), sizeof any4);
}

// A client that connects to a free port of the range from which its own port is chosen can meet
// itself.
bool is_connected_to_itself(int fd, const sockaddr* wanted) noexcept {
  sockaddr_storage here{}, there{};
  socklen_t here_size = sizeof here, there_size = sizeof there;
  return ::getsockname(fd, reinterpret_cast<sockaddr*>(&here), &here_size) == 0 &&
         port_of(reinterpret_cast<const sockaddr*>(&here)) == port_of(wanted) &&
         ::getpeername(fd, reinterpret_cast<sockaddr*>(&there), &there_size) == 0 &&
         here_size == there_size && std::memcmp(&here, &there, here_size) == 0;
}

Result<void, SystemError> finish_connecting(int fd, Deadline deadline) noexcept {
  const auto ready = wait_until_ready(fd, Readiness::writable, deadline);
  if (!ready) return unexpected{ready.error()};
  if (!*ready) return failed("connect", ETIMEDOUT);
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return failed("connect", error);
  return {};
}

Result<UniqueFd, SystemError> connect_to(const addrinfo& address, Deadline deadline) noexcept {
  UniqueFd socket = make_socket(address.ai_family, SOCK_NONBLOCK);
  if (!socket) return failed("socket");
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS && errno != EINTR) return failed("connect");
    if (auto done = finish_connecting(socket.get(), deadline); !done)
      return unexpected{done.error()};
  }
  if (is_connected_to_itself(socket.get(), address.ai_addr)) return failed("connect", ECONNREFUSED);
  if (::fcntl(socket.get(), F_SETFL, 0) != 0) return failed("fcntl");
  send_without_delay(socket.get());
  return socket;
}

}  // namespace

Result<UniqueFd, SystemError> listen_tcp(const std::string& host, std::uint16_t port) {
  if (host.empty()) return listen_everywhere(port);
  auto addresses = look_up(host, port, AF_INET, SOCK_STREAM);
  if (!addresses) addresses = look_up(host, port, AF_UNSPEC, SOCK_STREAM);
  if (!addresses) return unexpected{addresses.error()};
  return listen_at((*addresses)->ai_addr, (*addresses)->ai_addrlen);
}

Result<UniqueFd, SystemError> connect_tcp(const std::string& host, std::uint16_t port,
                                          Deadline deadline) {
  const auto addresses = look_up(host, port, AF_UNSPEC, SOCK_STREAM);
  if (!addresses) return unexpected{addresses.error()};
  Result<UniqueFd, SystemError> connected = failed("getaddrinfo", EAI_NONAME);
  for (const addrinfo* address = addresses->get(); address; address = address->ai_next) {
    connected = connect_to(*address, deadline);
    if (connected) break;
  }
  return connected;
}

Result<UniqueFd, SystemError> accept_connection(int listener) noexcept {
  UniqueFd socket = parent_only(UniqueFd{::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC)});
  if (!socket) return failed("accept");
  return socket;
}

// The system sends such large segments over the loopback alone. An address of this machine may lead
// to another machine, by address translation.
bool has_segments_of_the_loopback(int fd) noexcept {
  constexpr int kLargestOfANetwork = 16 * 1024;
  int segment = 0;
  socklen_t size = sizeof segment;
  return ::getsockopt(fd, IPPROTO_TCP, TCP_MAXSEG, &segment, &size) == 0 &&
         segment > kLargestOfANetwork;
}

// "bbr", the default of some machines, starts a timer for each piece. Linux always has "reno".
// After the change to it the system still starts a timer for each piece, for less than a
// microsecond. A maximal rate of 0 ends that (tcp_update_skb_after_send in tcp_output.c). "fq"
// takes it for a packet a second.
void send_without_pauses_to_this_machine(int fd) noexcept {
  static constexpr char kReno[] = "reno";
  static constexpr unsigned kNoRate = 0;
  if (!is_peer_on_this_machine(fd) || !has_segments_of_the_loopback(fd)) return;
  ::setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, kReno, sizeof kReno - 1);
  if (has_loopback_queue("fq") == false)
    ::setsockopt(fd, SOL_SOCKET, SO_MAX_PACING_RATE, &kNoRate, sizeof kNoRate);
}

std::uint16_t local_port(int fd) noexcept {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return port_of(reinterpret_cast<const sockaddr*>(&address));
}

std::string peer_name(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "gone";
  char text[INET6_ADDRSTRLEN] = "";
  if (address.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    ::inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
    return std::string{text} + ":" + std::to_string(ntohs(v4.sin_port));
  }
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
  const auto port = std::to_string(ntohs(v6.sin6_port));
  if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) {
    ::inet_ntop(AF_INET, &v6.sin6_addr.s6_addr[12], text, sizeof text);
    return std::string{text} + ":" + port;
  }
  ::inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text);
  return "[" + std::string{text} + "]:" + port;
}

}  // namespace orbweaver::os
