// SPDX-License-Identifier: Apache-2.0
// Sends a request over one connection, and reads the reply.
//
//   invoke          the calling thread waits for the reply
//   send_async      the connection's own thread reads the reply
//   send_oneway     no reply
//   send_datagram   no reply, and no connection
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/client/client.hpp>
#include <orbweaver/client/reference.hpp>
#include <orbweaver/client/reply.hpp>
#include <orbweaver/client/request_message.hpp>
#include <orbweaver/client/request_route.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/policies.hpp>

#include <string>
#include <string_view>

namespace orbweaver::client {

class AsyncCall;
class ClientConnection;
class ClientRequest;

/// With -ORBtrace calls: writes the log's lines about one call. `call` is the called operation and
/// object, readable. `peer` is the other side of the connection.
class CallTrace {
 public:
  /// Whether calls to `target` are traced. Call the other functions only then.
  [[nodiscard]] static bool is_on(const Reference& target) noexcept {
    return target.client().options().trace.calls;
  }

  /// Starts the time that the line of the reply reports. Call it before the request is sent.
  void begin() noexcept { since_ = now(); }
  static void request(std::string_view direction, std::string_view peer, std::string_view call,
                      std::size_t bytes);
  void reply(Bytes reply, std::string_view peer, std::string_view call) const;
  void failure(const wire::CallFailure& failure, std::string_view call) const;

 private:
  TimePoint since_;
};

/// Whether the operation is one-way. The SyncScope of a one-way call says whether it is answered.
enum class CallKind { two_way, one_way };

/// Policies, message and trace of one request. Each call of invoke() or send_*() is one attempt to
/// send the request; ClientRequest decides whether another one follows. Threads: one at a time.
class RequestDelivery {
 public:
  /// Parameters: see ClientRequest.
  RequestDelivery(Reference& origin, std::string_view operation, cdr::Encoder& encoder,
                  CallKind kind);

  [[nodiscard]] const wire::CallPolicies& policies() const noexcept { return policies_; }
  /// Makes the call wait for the servant's reply, as a two-way call does, whatever its SyncScope
  /// is.
  void require_reply() noexcept { policies_.sync_scope = wire::SyncScope::with_target; }
  [[nodiscard]] bool is_awaited() const noexcept {
    return *policies_.sync_scope == wire::SyncScope::with_server ||
           *policies_.sync_scope == wire::SyncScope::with_target;
  }
  [[nodiscard]] bool is_ordered(const Reference& target) const noexcept {
    return *policies_.ordered_delivery || target.facts().datagram_address;
  }
  [[nodiscard]] bool goes_as_datagram(const Reference& target) const noexcept {
    return target.facts().datagram_address && message_.is_numbered() && !is_awaited();
  }

  [[nodiscard]] RequestMessage& message() noexcept { return message_; }
  [[nodiscard]] const RequestMessage& message() const noexcept { return message_; }
  [[nodiscard]] std::string describe(const RequestRoute& route) const {
    return route.origin().describe(message_.operation());
  }

  /// Sends the request and waits for its reply, up to the deadline. Log lines about a call that
  /// waits for long name `request`.
  [[nodiscard]] Result<Reply, wire::CallFailure> invoke(const RequestRoute& route,
                                                        ClientConnection& connection,
                                                        const ClientRequest& request,
                                                        Deadline deadline);
  /// Sends the request; the connection settles `call` once. Fails: completed no; then `call` is not
  /// settled.
  [[nodiscard]] Result<void, wire::CallFailure> send_async(const RequestRoute& route,
                                                           ClientConnection& connection,
                                                           AsyncCall& call, Deadline deadline);
  [[nodiscard]] Result<void, wire::CallFailure> send_oneway(const RequestRoute& route,
                                                            ClientConnection& connection,
                                                            Deadline deadline);
  [[nodiscard]] Result<void, wire::CallFailure> send_datagram(const RequestRoute& route,
                                                              Deadline deadline);
  /// The reply in the answer to a request of send_async().
  [[nodiscard]] Result<Reply, wire::CallFailure> read(
      const RequestRoute& route, Result<giop::Message, wire::CallFailure> answer) const;
  /// Writes a line for a failed call, if calls are traced.
  void trace_failure(const RequestRoute& route, const wire::CallFailure& failure) const;

 private:
  void trace_request(const RequestRoute& route, std::string_view direction,
                     std::string_view peer) const;

  wire::CallPolicies policies_;
  RequestMessage message_;
  CallTrace trace_;
};

}  // namespace orbweaver::client
