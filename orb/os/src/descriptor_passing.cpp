// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/descriptor_passing.hpp>

#include "failed_call.hpp"
#include "parent_only.hpp"

#include <sys/socket.h>

#include <array>
#include <cstring>

namespace orbweaver::os {

namespace {

constexpr std::size_t kMostDescriptors = 8;

struct ControlBuffer {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> bytes{};
};

void attach(msghdr& message, ControlBuffer& control, std::span<const int> fds) noexcept {
  if (fds.empty()) return;
  message.msg_control = control.bytes.data();
  message.msg_controllen = CMSG_SPACE(fds.size_bytes());
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(fds.size_bytes());
  std::memcpy(CMSG_DATA(header), fds.data(), fds.size_bytes());
}

void take_descriptors(msghdr& message, std::vector<UniqueFd>& descriptors) {
  for (auto* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const auto count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
      descriptors.push_back(parent_only(UniqueFd{fd}));
    }
  }
}

Result<std::pair<UniqueFd, UniqueFd>, SystemError> make_pair_of(int kind) noexcept {
  int ends[2];
  if (::socketpair(AF_UNIX, kind | SOCK_CLOEXEC, 0, ends) != 0) return failed("socketpair");
  return std::pair{parent_only(UniqueFd{ends[0]}), parent_only(UniqueFd{ends[1]})};
}

}  // namespace

Result<std::pair<UniqueFd, UniqueFd>, SystemError> make_socket_pair() noexcept {
  return make_pair_of(SOCK_STREAM);
}

Result<std::pair<UniqueFd, UniqueFd>, SystemError> make_message_pair() noexcept {
  return make_pair_of(SOCK_SEQPACKET);
}

Result<void, SystemError> send_with_descriptors(int socket, Bytes bytes,
                                                std::span<const int> fds) noexcept {
  iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};  // sendmsg only reads it
  ControlBuffer control;
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  attach(message, control, fds);
  const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0) return failed("sendmsg");
  if (static_cast<std::size_t>(sent) != bytes.size()) return failed("sendmsg", EAGAIN);
  return {};
}

Result<ReceivedDescriptors, SystemError> receive_with_descriptors(int socket, MutableBytes space,
                                                                  std::size_t most,
                                                                  SocketWait waiting) {
  ReceivedDescriptors received;
  received.descriptors.reserve(kMostDescriptors);  // nothing may throw once this process has them
  iovec part{space.data(), space.size()};
  ControlBuffer control;
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes.data();
  message.msg_controllen = CMSG_SPACE(most * sizeof(int));
  const int flags = MSG_CMSG_CLOEXEC | (waiting == SocketWait::none ? MSG_DONTWAIT : 0);
  const ssize_t size = ::recvmsg(socket, &message, flags);
  if (size < 0) return failed("recvmsg");
  received.size = static_cast<std::size_t>(size);
  received.lost_descriptors = (message.msg_flags & MSG_CTRUNC) != 0;
  take_descriptors(message, received.descriptors);
  return received;
}

}  // namespace orbweaver::os
