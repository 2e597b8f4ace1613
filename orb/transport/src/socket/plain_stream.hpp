// SPDX-License-Identifier: Apache-2.0
// Bytes that go through the socket as they are.
#pragma once
#include <orbweaver/transport/byte_stream.hpp>

namespace orbweaver::transport {

class PlainStream final : public ByteStream {
 public:
  /// The caller owns the socket, which must live as long as this.
  explicit PlainStream(int socket) noexcept : socket_(socket) {}

  [[nodiscard]] Result<std::size_t, os::SystemError> send_some(
      std::span<const Bytes> pieces, std::size_t skip, os::SocketWait waiting) noexcept override {
    return os::send_some(socket_, pieces, skip, waiting);
  }
  [[nodiscard]] Result<std::size_t, os::SystemError> receive_some(
      MutableBytes space, os::SocketWait waiting) noexcept override {
    return os::receive_some(socket_, space, waiting);
  }

 private:
  int socket_;
};

}  // namespace orbweaver::transport
