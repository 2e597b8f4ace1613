// SPDX-License-Identifier: Apache-2.0
#include "client_sessions.hpp"

#include <mutex>
#include <new>
#include <utility>

namespace orbweaver::tls {

struct ClientSessions::Place {
  ClientSessions& sessions;
  std::string server;
};

// One number for the process. OpenSSL frees the place with the connection.
int ClientSessions::place_index() {
  static const int index =
      SSL_get_ex_new_index(0, nullptr, nullptr, nullptr,
                           [](void* /*parent*/, void* place, CRYPTO_EX_DATA*, int, long, void*) {
                             delete static_cast<Place*>(place);
                           });
  return index;
}

void ClientSessions::keep_those_of(SSL_CTX* context) noexcept {
  SSL_CTX_sess_set_new_cb(context, [](SSL* connection, SSL_SESSION* session) {
    return ClientSessions::keep(connection, session);
  });
}

void ClientSessions::resume(SSL* connection, const std::string& server) {
  auto place = std::make_unique<Place>(*this, server);
  if (SSL_set_ex_data(connection, place_index(), place.get()) != 1) throw std::bad_alloc{};
  (void)place.release();
  if (const auto session = take(server)) SSL_set_session(connection, session.get());
}

// 1: the session belongs to this from now on.
int ClientSessions::keep(SSL* connection, SSL_SESSION* session) noexcept {
  auto* const place = static_cast<Place*>(SSL_get_ex_data(connection, place_index()));
  if (place == nullptr) return 0;
  SessionPtr kept{session};
  try {
    place->sessions.keep(place->server, std::move(kept));
  } catch (
      const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): the next handshake is a whole one
  }
  return 1;
}

void ClientSessions::keep(const std::string& server, SessionPtr session) {
  const std::lock_guard lock(mutex_);
  if (sessions_.size() >= kMost && !sessions_.contains(server)) sessions_.erase(sessions_.begin());
  sessions_.insert_or_assign(server, std::move(session));
}

SessionPtr ClientSessions::take(const std::string& server) {
  const std::lock_guard lock(mutex_);
  auto node = sessions_.extract(server);
  return node ? std::move(node.mapped()) : nullptr;
}

}  // namespace orbweaver::tls
