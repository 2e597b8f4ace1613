// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: the client that calls, so that a servant can free what it keeps for a
// client that has left.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::corba {

/// A client, as its connection: another connection of the same program is another caller. A value
/// type, which keeps no connection open. Threads: any.
class Caller {
 public:
  /// The client of the request that the calling thread carries out. In a call within the process:
  /// the client of the request that led to it on this thread. Nothing: the thread carries out no
  /// request of a client.
  [[nodiscard]] static std::optional<Caller> current();

  /// Whether the connection has ended. It also ends in order when it is idle (-ORBclientIdle,
  /// -ORBserverIdle): then the client may be there, and come back on another.
  [[nodiscard]] bool has_left() const noexcept { return connection_.expired(); }
  /// The client's address as log lines name it, such as "tcp:192.0.2.1:4711".
  [[nodiscard]] const std::string& peer() const noexcept { return peer_; }

  /// The proof of the names below: the client's certificate; the system's word, for a process of
  /// this machine; or none.
  enum class Proof { none, process, certificate };
  [[nodiscard]] Proof proof() const noexcept { return proof_; }
  /// The names as rules write them (-ORBrules): "dns:radio-1", "uri:spiffe://example/radio-1" and
  /// "subject:CN=radio-1" of a certificate; "user:1000", "group:1000" and "process:4711" of a
  /// process; "anonymous" of any other client.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

  [[nodiscard]] friend bool operator==(const Caller& a, const Caller& b) noexcept {
    return !a.connection_.owner_before(b.connection_) && !b.connection_.owner_before(a.connection_);
  }

 private:
  Caller(std::weak_ptr<const void> connection, std::string peer, Proof proof,
         std::vector<std::string> names)
      : connection_(std::move(connection)),
        peer_(std::move(peer)),
        proof_(proof),
        names_(std::move(names)) {}

  std::weak_ptr<const void> connection_;
  std::string peer_;
  Proof proof_;
  std::vector<std::string> names_;
};

}  // namespace orbweaver::corba
