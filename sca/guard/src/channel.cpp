// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/guard/channel.hpp>

#include <orbweaver/guard/guard.hpp>
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/socket_io.hpp>

#include <utility>

namespace orbweaver::guard {

bool send_message(int socket, Bytes bytes, std::span<const int> descriptors, Deadline deadline) {
  for (;;) {
    const auto sent = os::send_with_descriptors(socket, bytes, descriptors);
    if (sent) return true;
    if (!os::is_would_block(sent.error()) && !os::is_interrupted(sent.error())) return false;
    const auto ready = os::wait_until_ready(socket, os::Readiness::writable, deadline);
    if (!ready || !*ready) return false;
  }
}

std::optional<ChannelMessage> receive_message(int socket, std::size_t most) {
  ChannelMessage message;
  message.bytes.resize(most);
  for (;;) {
    auto received =
        os::receive_with_descriptors(socket, message.bytes, kMostDescriptors, os::SocketWait::some);
    if (!received && os::is_interrupted(received.error())) continue;
    if (!received || received->size == 0) return std::nullopt;
    message.bytes.resize(received->size);
    message.descriptors = std::move(received->descriptors);
    return message;
  }
}

}  // namespace orbweaver::guard
