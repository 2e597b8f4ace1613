// SPDX-License-Identifier: Apache-2.0
// The client whose request the calling thread runs, for objects that keep state for that client.
#pragma once
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/security/identity.hpp>

#include <memory>
#include <string>

namespace orbweaver::wire {

class RequestingClient {
 public:
  /// A pointer that expires with the client's connection.
  [[nodiscard]] virtual std::weak_ptr<const void> connection() const noexcept = 0;
  /// The client's address, for log lines.
  [[nodiscard]] virtual std::string peer() const = 0;
  [[nodiscard]] virtual std::shared_ptr<const security::Identity> identity() const = 0;

 protected:
  ~RequestingClient() = default;
};

/// While this object lives, the calling thread runs a request of the client. Lives on the stack;
/// nests.
class ClientScope {
 public:
  /// `client`: null if the request did not come over a connection. It must outlive the scope.
  explicit ClientScope(const RequestingClient* client) noexcept : outer_(current_here()) {
    current_here() = client;
  }
  ~ClientScope() { current_here() = outer_; }
  ClientScope(const ClientScope&) = delete;
  ClientScope& operator=(const ClientScope&) = delete;

  /// Returns the client; null if the thread runs no request, or one that did not come over a
  /// connection. A call within the process belongs to the client whose request made it, if it runs
  /// on the same thread.
  [[nodiscard]] static const RequestingClient* current() noexcept { return current_here(); }

 private:
  static const RequestingClient*& current_here() noexcept {
    return os::PerThread<const RequestingClient*, ClientScope>::value();
  }

  const RequestingClient* outer_;
};

}  // namespace orbweaver::wire
