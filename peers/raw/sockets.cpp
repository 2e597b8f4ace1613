// SPDX-License-Identifier: Apache-2.0
#include "sockets.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace raw {
namespace {

constexpr int kOn = 1;

int checked(ssize_t status, const char* what) {
  if (status < 0) throw std::system_error(errno, std::generic_category(), what);
  return static_cast<int>(status);
}

[[noreturn]] void peer_left() { throw std::runtime_error("the other side closed the connection"); }

struct UnixName {
  sockaddr_un address{};
  socklen_t size;
};

UnixName unix_name(const std::string& name) {
  UnixName result;
  result.address.sun_family = AF_UNIX;
  if (name.size() + 1 > sizeof result.address.sun_path)
    throw std::invalid_argument("the name of the unix socket is too long");
  std::memcpy(result.address.sun_path + 1, name.data(), name.size());  // a zero first: abstract
  result.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return result;
}

Listener listen_on_unix() {
  Socket socket(checked(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket"));
  const std::string name = "raw-bench-" + std::to_string(getpid());
  const auto [address, size] = unix_name(name);
  checked(bind(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address), size), "bind");
  checked(listen(socket.descriptor(), 16), "listen");
  return {std::move(socket), "unix:" + name};
}

/// "HOST:PORT"
sockaddr_in tcp_address(const std::string& place) {
  const auto colon = place.rfind(':');
  std::uint16_t port = 0;
  const auto* end = place.data() + place.size();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  if (colon == std::string::npos ||
      std::from_chars(place.data() + colon + 1, end, port).ptr != end ||
      inet_pton(AF_INET, place.substr(0, colon).c_str(), &address.sin_addr) != 1)
    throw std::invalid_argument("tcp:" + place + " is no address as tcp:127.0.0.1:4711");
  address.sin_port = htons(port);
  return address;
}

Listener listen_on_tcp(const std::string& place) {
  auto address = tcp_address(place);
  Socket socket(checked(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket"));
  socklen_t size = sizeof address;
  checked(bind(socket.descriptor(), reinterpret_cast<sockaddr*>(&address), size), "bind");
  checked(listen(socket.descriptor(), 128), "listen");
  checked(getsockname(socket.descriptor(), reinterpret_cast<sockaddr*>(&address), &size), "name");
  return {std::move(socket),
          "tcp:" + place.substr(0, place.rfind(':') + 1) + std::to_string(ntohs(address.sin_port))};
}

Socket connect_to_unix(const std::string& name) {
  Socket socket(checked(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket"));
  const auto [address, size] = unix_name(name);
  checked(connect(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address), size),
          "connect");
  return socket;
}

void send_at_once(int descriptor) {
  checked(setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &kOn, sizeof kOn), "TCP_NODELAY");
}

Socket connect_to_tcp(const std::string& place) {
  auto address = tcp_address(place);
  Socket socket(checked(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket"));
  checked(connect(socket.descriptor(), reinterpret_cast<sockaddr*>(&address), sizeof address),
          "connect");
  send_at_once(socket.descriptor());
  return socket;
}

/// One descriptor beside one byte.
struct DescriptorMessage {
  char byte = 0;
  iovec piece{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};

  DescriptorMessage() {
    header.msg_iov = &piece;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
  }
};

}  // namespace

Socket::Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Socket::send(const void* bytes, std::size_t size) const {
  const auto* next = static_cast<const char*>(bytes);
  while (size > 0) {
    const auto sent = ::send(descriptor_, next, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    checked(sent, "send");
    next += sent;
    size -= static_cast<std::size_t>(sent);
  }
}

void Socket::receive(void* space, std::size_t size) const {
  auto* next = static_cast<char*>(space);
  while (size > 0) {
    const auto got = recv(descriptor_, next, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (checked(got, "recv") == 0) peer_left();
    next += got;
    size -= static_cast<std::size_t>(got);
  }
}

void Socket::receive_spinning(void* space, std::size_t size) const {
  auto* next = static_cast<char*>(space);
  ssize_t got = 0;
  while ((got = recv(descriptor_, next, size, MSG_DONTWAIT)) < 0)
    if (errno != EAGAIN && errno != EINTR) checked(got, "recv");
  if (got == 0) peer_left();
  receive(next + got, size - static_cast<std::size_t>(got));
}

std::size_t Socket::receive_some(void* space, std::size_t size) const {
  while (true) {
    const auto got = recv(descriptor_, space, size, 0);
    if (got < 0 && errno == EINTR) continue;
    return static_cast<std::size_t>(checked(got, "recv"));
  }
}

bool Socket::is_closed_by_peer() const noexcept {
  char byte;
  return recv(descriptor_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void Socket::send_without_pauses_to_this_machine() const {
  constexpr std::string_view kReno = "reno";
  sockaddr_in peer{};
  socklen_t size = sizeof peer;
  checked(getpeername(descriptor_, reinterpret_cast<sockaddr*>(&peer), &size), "getpeername");
  if (peer.sin_family != AF_INET ||
      ntohl(peer.sin_addr.s_addr) >> IN_CLASSA_NSHIFT != IN_LOOPBACKNET)
    return;
  checked(setsockopt(descriptor_, IPPROTO_TCP, TCP_CONGESTION, kReno.data(), kReno.size()),
          "TCP_CONGESTION");
  const unsigned no_rate = 0;  // what is left of the pauses of "bbr" ends with it
  checked(setsockopt(descriptor_, SOL_SOCKET, SO_MAX_PACING_RATE, &no_rate, sizeof no_rate),
          "SO_MAX_PACING_RATE");
}

void Socket::send_descriptor(int descriptor) const {
  DescriptorMessage message;
  auto* head = CMSG_FIRSTHDR(&message.header);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  checked(sendmsg(descriptor_, &message.header, MSG_NOSIGNAL), "sendmsg");
}

int Socket::receive_descriptor() const {
  DescriptorMessage message;
  if (checked(recvmsg(descriptor_, &message.header, MSG_CMSG_CLOEXEC), "recvmsg") == 0) peer_left();
  const auto* head = CMSG_FIRSTHDR(&message.header);
  if (head == nullptr) throw std::runtime_error("the other side sent no descriptor");
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
  return descriptor;
}

Listener listen_on(const std::string& where) {
  static const std::string kEndpoint = "giop:tcp:";
  if (where.starts_with(kEndpoint)) return listen_on_tcp(where.substr(kEndpoint.size()));
  return where == "tcp" ? listen_on_tcp("127.0.0.1:0") : listen_on_unix();
}

Socket accept_from(const Socket& listener) {
  Socket socket(checked(accept4(listener.descriptor(), nullptr, nullptr, SOCK_CLOEXEC), "accept"));
  sockaddr_storage name{};
  socklen_t size = sizeof name;
  getsockname(socket.descriptor(), reinterpret_cast<sockaddr*>(&name), &size);
  if (name.ss_family == AF_INET) send_at_once(socket.descriptor());
  return socket;
}

Socket connect_to(const std::string& address) {
  if (address.starts_with("unix:")) return connect_to_unix(address.substr(5));
  if (address.starts_with("tcp:")) return connect_to_tcp(address.substr(4));
  throw std::invalid_argument("--reference takes unix:NAME or tcp:HOST:PORT, not '" + address +
                              "'");
}

}  // namespace raw
