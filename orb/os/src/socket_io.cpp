// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/socket_io.hpp>

#include "failed_call.hpp"
#include "timespec.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace orbweaver::os {

namespace {

constexpr std::size_t kMaxPieces = 16;

int flags_of(SocketWait waiting) noexcept {
  switch (waiting) {
    case SocketWait::none:
      return MSG_DONTWAIT;
    case SocketWait::full:
      return MSG_WAITALL;
    case SocketWait::some:
      break;
  }
  return 0;
}

// In a program with threads the library's wrappers mark the thread as cancellable and unmark it,
// with two atomic operations each; no thread of Orbweaver is ever cancelled, so these calls go to
// the kernel directly. Under sanitizers the wrappers are used: they show that the sender's work
// comes before the receiver's.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || defined(__clang__)
ssize_t send_message(int fd, const msghdr& message, int flags) noexcept {
  return ::sendmsg(fd, &message, flags);
}
ssize_t send_bytes(int fd, Bytes bytes, int flags) noexcept {
  return ::send(fd, bytes.data(), bytes.size(), flags);
}
ssize_t receive_bytes(int fd, MutableBytes space, int flags) noexcept {
  return ::recv(fd, space.data(), space.size(), flags);
}
#else
ssize_t send_message(int fd, const msghdr& message, int flags) noexcept {
  return ::syscall(SYS_sendmsg, fd, &message, flags);
}
ssize_t send_bytes(int fd, Bytes bytes, int flags) noexcept {
  return ::syscall(SYS_sendto, fd, bytes.data(), bytes.size(), flags, nullptr, 0);
}
ssize_t receive_bytes(int fd, MutableBytes space, int flags) noexcept {
  return ::syscall(SYS_recvfrom, fd, space.data(), space.size(), flags, nullptr, nullptr);
}
#endif

iovec to_iovec(Bytes piece) noexcept {
  return {const_cast<std::byte*>(piece.data()), piece.size()};  // sendmsg only reads it
}

ssize_t send_gathered(int fd, std::span<const Bytes> pieces, std::size_t skip, int flags) noexcept {
  std::array<iovec, kMaxPieces> parts;
  std::size_t count = 0;
  for (const auto piece : pieces.first(std::min(pieces.size(), kMaxPieces))) {
    parts[count] = to_iovec(count == 0 ? piece.subspan(skip) : piece);
    ++count;
  }
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = count;
  return send_message(fd, message, flags);
}

void set_limit(int fd, int option, std::chrono::milliseconds limit) noexcept {
  const timeval value{limit.count() / 1000, limit.count() % 1000 * 1000};
  ::setsockopt(fd, SOL_SOCKET, option, &value, sizeof value);
}

}  // namespace

Result<std::size_t, SystemError> send_some(int fd, std::span<const Bytes> pieces, std::size_t skip,
                                           SocketWait waiting) noexcept {
  if (pieces.empty()) return 0;
  const int flags = MSG_NOSIGNAL | (waiting == SocketWait::none ? MSG_DONTWAIT : 0);
  const auto first = pieces.front().subspan(skip);
  const ssize_t sent =
      pieces.size() == 1 ? send_bytes(fd, first, flags) : send_gathered(fd, pieces, skip, flags);
  if (sent < 0) return failed("send");
  return static_cast<std::size_t>(sent);
}

Result<std::size_t, SystemError> receive_some(int fd, MutableBytes space,
                                              SocketWait waiting) noexcept {
  const ssize_t received = receive_bytes(fd, space, flags_of(waiting));
  if (received < 0) return failed("recv");
  return static_cast<std::size_t>(received);
}

Result<bool, SystemError> wait_until_ready(int fd, Readiness readiness,
                                           Deadline deadline) noexcept {
  pollfd watched{fd, static_cast<short>(readiness == Readiness::readable ? POLLIN : POLLOUT), 0};
  for (;;) {
    timespec left{};
    if (!deadline.is_never()) left = timespec_of(deadline.remaining());
    const int ready = ::ppoll(&watched, 1, deadline.is_never() ? nullptr : &left, nullptr);
    if (ready >= 0) return ready > 0;
    if (errno != EINTR) return failed("poll");
  }
}

void set_receive_limit(int fd, std::chrono::milliseconds limit) noexcept {
  set_limit(fd, SO_RCVTIMEO, limit);
}

void set_connect_limit(int fd, std::chrono::milliseconds limit) noexcept {
  set_limit(fd, SO_SNDTIMEO, limit);
}

void shut_down(int fd, Direction direction) noexcept {
  switch (direction) {
    case Direction::receive:
      ::shutdown(fd, SHUT_RD);
      break;
    case Direction::send:
      ::shutdown(fd, SHUT_WR);
      break;
    case Direction::both:
      ::shutdown(fd, SHUT_RDWR);
      break;
  }
}

bool is_would_block(const SystemError& error) noexcept {
  return error.code == EAGAIN || error.code == EWOULDBLOCK;
}

bool is_interrupted(const SystemError& error) noexcept { return error.code == EINTR; }

}  // namespace orbweaver::os
