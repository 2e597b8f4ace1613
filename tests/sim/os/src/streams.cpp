// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/sim/network.hpp>
#include <orbweaver/sim/pipe.hpp>

#include "simulated.hpp"

#include <algorithm>
#include <cerrno>

namespace orbweaver::os {

namespace {

using sim::StreamSocket;

StreamSocket::Blocking blocking(SocketWait waiting) noexcept {
  return waiting == SocketWait::none ? StreamSocket::Blocking::no : StreamSocket::Blocking::yes;
}

void end(sim::MessageSocket& messages, Direction direction) noexcept {
  if (direction != Direction::receive) messages.end_sending();
  if (direction != Direction::send) messages.end_receiving();
}

Result<std::size_t, SystemError> outcome(long count, const char* call) noexcept {
  if (count < 0) return unexpected{SystemError{static_cast<int>(-count), call}};
  return static_cast<std::size_t>(count);
}

}  // namespace

Result<std::size_t, SystemError> send_some(int fd, std::span<const Bytes> pieces, std::size_t skip,
                                           SocketWait waiting) noexcept {
  return in_system([&] {
    const auto socket = file<StreamSocket>(fd);
    if (!socket) return outcome(-EBADF, "send");
    return outcome(socket->send(pieces, skip, blocking(waiting)), "send");
  });
}

Result<std::size_t, SystemError> receive_some(int fd, MutableBytes space,
                                              SocketWait waiting) noexcept {
  return in_system([&] {
    const auto socket = file<StreamSocket>(fd);
    if (!socket) return outcome(-EBADF, "recv");
    return outcome(socket->receive(space, blocking(waiting), waiting == SocketWait::full), "recv");
  });
}

Result<bool, SystemError> wait_until_ready(int fd, Readiness readiness,
                                           Deadline deadline) noexcept {
  return in_system([&]() -> Result<bool, SystemError> {
    auto* const watched = sim::hold_file(fd);
    if (watched == nullptr) return unexpected{SystemError{EBADF, "poll"}};
    const auto until =
        deadline.is_never() ? sim::kNever : deadline.moment().time_since_epoch().count();
    const auto is_ready = [&] {
      return readiness == Readiness::readable ? watched->is_readable() : watched->is_writable();
    };
    while (!is_ready())
      if (sim::wait_in(watched->waiters(), until, "polls a descriptor") == sim::Woken::by_time)
        return is_ready();
    return true;
  });
}

void set_receive_limit(int fd, std::chrono::milliseconds limit) noexcept {
  in_system([&] {
    if (const auto socket = file<StreamSocket>(fd))
      socket->receive_limit = Nanoseconds{limit}.count();
  });
}

void set_connect_limit(int /*fd*/, std::chrono::milliseconds /*limit*/) noexcept {}

void shut_down(int fd, Direction direction) noexcept {
  in_system([&] {
    if (const auto listener = file<sim::Listener>(fd)) return listener->stop();
    if (const auto datagrams = file<sim::DatagramSocket>(fd)) return datagrams->stop();
    if (auto* const messages = file<sim::MessageSocket>(fd)) return end(*messages, direction);
    const auto socket = file<StreamSocket>(fd);
    if (!socket) return;
    if (direction != Direction::receive) socket->end_sending();
    if (direction != Direction::send) socket->end_receiving();
  });
}

bool is_would_block(const SystemError& error) noexcept { return error.code == EAGAIN; }
bool is_interrupted(const SystemError& error) noexcept { return error.code == EINTR; }

Result<std::pair<UniqueFd, UniqueFd>, SystemError> make_socket_pair() noexcept {
  return in_system([]() -> Result<std::pair<UniqueFd, UniqueFd>, SystemError> {
    auto [one, other] = sim::connect_pair(sim::StreamKind::unix_socket, "", 0, "", 0);
    auto first = add(std::move(one));
    auto second = add(std::move(other));
    return std::pair{std::move(*first), std::move(*second)};
  });
}

Result<std::pair<UniqueFd, UniqueFd>, SystemError> make_message_pair() noexcept {
  return in_system([]() -> Result<std::pair<UniqueFd, UniqueFd>, SystemError> {
    auto [one, other] = sim::connect_messages();
    auto first = add(std::move(one));
    auto second = add(std::move(other));
    return std::pair{std::move(*first), std::move(*second)};
  });
}

namespace {

Result<void, SystemError> send_message(sim::MessageSocket& messages, Bytes bytes,
                                       std::span<const int> fds) {
  sim::MessageSocket::Message message{{bytes.begin(), bytes.end()}, {}};
  for (const int fd : fds) message.files.push_back(sim::file_of(fd));
  const int error = messages.send(std::move(message));
  if (error == 0) return {};
  return unexpected{SystemError{-error, "sendmsg"}};
}

// What does not fit of a message is lost, as the system does it.
long receive_message(sim::MessageSocket& messages, MutableBytes space, SocketWait waiting,
                     std::vector<std::shared_ptr<sim::File>>& files) {
  sim::MessageSocket::Message message;
  if (!messages.receive(message, waiting != SocketWait::none)) return 0;
  if (message.bytes.empty()) return -EAGAIN;
  files = std::move(message.files);
  const auto count = std::min(space.size(), message.bytes.size());
  std::copy_n(message.bytes.begin(), count, space.begin());
  return static_cast<long>(count);
}

}  // namespace

Result<void, SystemError> send_with_descriptors(int socket, Bytes bytes,
                                                std::span<const int> fds) noexcept {
  return in_system([&]() -> Result<void, SystemError> {
    if (auto* const messages = file<sim::MessageSocket>(socket))
      return send_message(*messages, bytes, fds);
    const auto stream = file<StreamSocket>(socket);
    if (!stream) return unexpected{SystemError{EBADF, "sendmsg"}};
    std::vector<std::shared_ptr<sim::File>> files;
    for (const int fd : fds) files.push_back(sim::file_of(fd));
    const auto sent = stream->send({&bytes, 1}, 0, StreamSocket::Blocking::no, std::move(files));
    if (sent == static_cast<long>(bytes.size())) return {};
    return unexpected{SystemError{sent < 0 ? static_cast<int>(-sent) : EAGAIN, "sendmsg"}};
  });
}

Result<ReceivedDescriptors, SystemError> receive_with_descriptors(int socket, MutableBytes space,
                                                                  std::size_t most,
                                                                  SocketWait waiting) {
  ReceivedDescriptors received;
  received.descriptors.reserve(8);
  std::vector<std::shared_ptr<sim::File>> files;
  const auto count = in_system([&] {
    if (auto* const messages = file<sim::MessageSocket>(socket))
      return receive_message(*messages, space, waiting, files);
    const auto stream = file<StreamSocket>(socket);
    return stream ? stream->receive(space, blocking(waiting), false, &files) : long{-EBADF};
  });
  if (count < 0) return unexpected{SystemError{static_cast<int>(-count), "recvmsg"}};
  received.size = static_cast<std::size_t>(count);
  received.lost_descriptors = files.size() > most;
  for (std::size_t i = 0; i < std::min(most, files.size()); ++i)
    received.descriptors.emplace_back(sim::add_file(files[i]));
  const sim::KernelMemory kernel;
  files = {};
  return received;
}

}  // namespace orbweaver::os
