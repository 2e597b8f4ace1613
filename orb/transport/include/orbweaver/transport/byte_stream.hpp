// SPDX-License-Identifier: Apache-2.0
// The bytes of a connection, on their way through its socket: as they are, or encrypted.
//
// Threads: one thread may send while another receives. The caller serialises several senders, and
// several receivers.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/security/identity.hpp>
#include <orbweaver/security/tls_fault.hpp>

#include <memory>
#include <span>

namespace orbweaver::transport {

class ByteStream {
 public:
  ByteStream() noexcept = default;
  virtual ~ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  /// As os::send_some(). If it would block, the next call must have the bytes that were not
  /// reported as sent: the stream may have begun to send them; see begun().
  [[nodiscard]] virtual Result<std::size_t, os::SystemError> send_some(
      std::span<const Bytes> pieces, std::size_t skip, os::SocketWait waiting) noexcept = 0;
  /// How many bytes the peer may get, or have got, that send_some() has not reported as sent. The
  /// sender's call.
  [[nodiscard]] virtual std::size_t begun() const noexcept { return 0; }
  /// As os::receive_some(). Fails with EPROTO if the bytes that came are wrong; see fault().
  [[nodiscard]] virtual Result<std::size_t, os::SystemError> receive_some(
      MutableBytes space, os::SocketWait waiting) noexcept = 0;
  /// Call it before the socket is closed, or shut down for sending: an encrypted stream says in its
  /// own records that it ends here, if the socket takes them now. Any thread; never blocks.
  virtual void say_end() noexcept {}
  /// Why the stream failed, if encryption is the cause. Call it after a failure, on the thread that
  /// got it.
  [[nodiscard]] virtual security::TlsFault fault() const noexcept { return {}; }
  /// Of an encrypted stream: the peer, as its certificate names it. Null before the handshake is
  /// over, and always for other streams. Any thread.
  [[nodiscard]] virtual std::shared_ptr<const security::Identity> peer_by_certificate() const {
    return nullptr;
  }
};

}  // namespace orbweaver::transport
