// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/transport/datagram.hpp>

#include <orbweaver/os/datagram_socket.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>

#include "failure/failure.hpp"

#include <cerrno>
#include <cstring>
#include <new>

namespace orbweaver::transport {

static_assert(kMaxDatagramSize == os::kMaxDatagram);

Result<std::unique_ptr<DatagramSender>, ConnectionFailure> DatagramSender::open(
    const UdpAddress& address) {
  auto socket = os::connect_udp(address.host, address.port);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  return std::unique_ptr<DatagramSender>(
      new DatagramSender(std::move(*socket), to_string(address)));
}

Result<void, ConnectionFailure> DatagramSender::send(std::span<const Bytes> pieces) {
  while (true) {
    const auto sent = os::send_datagram(socket_.get(), pieces);
    if (sent) return {};
    if (os::is_interrupted(sent.error())) continue;
    if (sent.error().code == EMSGSIZE)
      return unexpected{ConnectionFailure{ConnectionFault::bad_frame, EMSGSIZE}};
    return unexpected{failure_to_establish(sent.error())};
  }
}

Result<std::unique_ptr<DatagramReceiver>, ConnectionFailure> DatagramReceiver::open(
    const UdpAddress& address) {
  auto socket = os::bind_udp(address.host, address.port);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  UdpAddress real{address.host, os::local_port(socket->get())};
  return std::unique_ptr<DatagramReceiver>(
      new DatagramReceiver(std::move(*socket), std::move(real)));
}

DatagramReceiver::DatagramReceiver(os::UniqueFd socket, UdpAddress address)
    : socket_(std::move(socket)),
      address_(std::move(address)),
      space_(new std::byte[kMaxDatagramSize]) {}

// The datagram is copied into memory of its size: many small ones may be kept for long, and must
// not hold 64 KiB each.
Result<Frame, ConnectionFailure> DatagramReceiver::receive() try {
  while (!is_stopped_) {
    const auto size = os::receive_datagram(socket_.get(), {space_.get(), kMaxDatagramSize});
    if (is_stopped_ || !size || *size == 0) continue;
    Chunk chunk = Chunk::of_size(*size);
    std::memcpy(chunk.data(), space_.get(), *size);
    return Frame{std::move(chunk), 0, *size};
  }
  return unexpected{ConnectionFailure{ConnectionFault::broken}};
} catch (const std::bad_alloc&) {
  return unexpected{ConnectionFailure{ConnectionFault::out_of_resources}};
}

// The flag comes first, so that a receiver that the system wakes finds it.
void DatagramReceiver::stop() noexcept {
  is_stopped_ = true;
  os::shut_down(socket_.get(), os::Direction::both);
}

}  // namespace orbweaver::transport
