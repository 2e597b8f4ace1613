// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/datagram_socket.hpp>

#include "failed_call.hpp"
#include "look_up.hpp"
#include "parent_only.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>

namespace orbweaver::os {

namespace {

constexpr std::size_t kMostPieces = 16;
// This buffer holds a burst of a few hundred packets while the reader is busy; the system may grant
// less.
constexpr int kReceiveBuffer = 4 << 20;

UniqueFd make_socket(const addrinfo& address) noexcept {
  return parent_only(UniqueFd{::socket(address.ai_family, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_UDP)});
}

}  // namespace

Result<UniqueFd, SystemError> bind_udp(const std::string& host, std::uint16_t port) {
  auto addresses = look_up(host, port, AF_INET, SOCK_DGRAM);
  if (!addresses) addresses = look_up(host, port, AF_UNSPEC, SOCK_DGRAM);
  if (!addresses) return unexpected{addresses.error()};
  const addrinfo& address = **addresses;
  UniqueFd socket = make_socket(address);
  if (!socket) return failed("socket");
  ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &kReceiveBuffer, sizeof kReceiveBuffer);
  if (::bind(socket.get(), address.ai_addr, address.ai_addrlen) != 0) return failed("bind");
  return socket;
}

Result<UniqueFd, SystemError> connect_udp(const std::string& host, std::uint16_t port) {
  const auto addresses = look_up(host, port, AF_UNSPEC, SOCK_DGRAM);
  if (!addresses) return unexpected{addresses.error()};
  const addrinfo& address = **addresses;
  UniqueFd socket = make_socket(address);
  if (!socket) return failed("socket");
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) != 0) return failed("connect");
  return socket;
}

Result<void, SystemError> send_datagram(int fd, std::span<const Bytes> pieces) noexcept {
  std::array<iovec, kMostPieces> parts;
  const std::size_t count = std::min(pieces.size(), kMostPieces);
  for (std::size_t i = 0; i < count; ++i)
    parts[i] = {const_cast<std::byte*>(pieces[i].data()), pieces[i].size()};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = count;
  if (::sendmsg(fd, &message, MSG_NOSIGNAL) < 0) return failed("sendmsg");
  return {};
}

Result<std::size_t, SystemError> receive_datagram(int fd, MutableBytes space) noexcept {
  const ssize_t size = ::recv(fd, space.data(), space.size(), 0);
  if (size < 0) return failed("recv");
  return static_cast<std::size_t>(size);
}

}  // namespace orbweaver::os
