// SPDX-License-Identifier: Apache-2.0
// OpenSSL over a blocking socket, as a careful programmer writes it by hand: TLS 1.3, a certificate
// on both sides, one SSL_write for each message, and one recv for each record.
#pragma once
#include <openssl/ssl.h>

#include <memory>
#include <string>

#include "sockets.hpp"

namespace raw {

struct FreeTls {
  void operator()(SSL* connection) const noexcept { SSL_free(connection); }
  void operator()(SSL_CTX* context) const noexcept { SSL_CTX_free(context); }
};
using TlsContext = std::unique_ptr<SSL_CTX, FreeTls>;

enum class TlsRole { client, server };

/// `folder` holds authority.pem, and server.pem or client.pem: a certificate and its key.
/// Fails: throws std::runtime_error.
TlsContext make_tls_context(TlsRole role, const std::string& folder);

/// A socket that encrypts. Fails as a Socket does: throws.
class TlsSocket {
 public:
  /// Shakes hands. A client checks that the server is 127.0.0.1. `context` may go before this.
  TlsSocket(Socket socket, SSL_CTX& context, TlsRole role);

  /// One SSL_write: a record for each 16 KiB.
  void send(const void* bytes, std::size_t size) const;
  void receive(void* space, std::size_t size) const;
  /// Of one record at most. Returns 0 at the end of the stream.
  std::size_t receive_some(void* space, std::size_t size) const;
  /// From now on reads take up to 64 KiB from the system at once.
  void read_much_at_once() const;
  /// Gives back OpenSSL's memory for records until the next one comes.
  void rest() const;
  void send_without_pauses_to_this_machine() const {
    socket_.send_without_pauses_to_this_machine();
  }

 private:
  Socket socket_;
  std::unique_ptr<SSL, FreeTls> connection_;  // ends before its socket
};

}  // namespace raw
