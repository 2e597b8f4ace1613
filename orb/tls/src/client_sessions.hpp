// SPDX-License-Identifier: Apache-2.0
// Sessions that a client may resume: the next handshake with the same server takes a third of the
// time.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <string>

#include "openssl.hpp"

namespace orbweaver::tls {

/// Threads: any. Must outlive the connections that it was called for.
class ClientSessions {
 public:
  static constexpr std::size_t kMost = 256;

  /// Connections of the context keep the sessions that their servers offer. Call it once for each
  /// context, before its first connection.
  static void keep_those_of(SSL_CTX* context) noexcept;

  /// Lets a new connection resume a session with the server, if one was kept, and keep later ones.
  /// Each session is resumed once: RFC 8446, C.4. Throws std::bad_alloc.
  void resume(SSL* connection, const std::string& server);

 private:
  struct Place;  // where the sessions of a connection are kept; it lives as long as the connection
  [[nodiscard]] static int place_index();
  [[nodiscard]] static int keep(SSL* connection, SSL_SESSION* session) noexcept;
  void keep(const std::string& server, SessionPtr session);
  [[nodiscard]] SessionPtr take(const std::string& server);

  os::Mutex mutex_;
  std::map<std::string, SessionPtr> sessions_;  // requires mutex_
};

}  // namespace orbweaver::tls
