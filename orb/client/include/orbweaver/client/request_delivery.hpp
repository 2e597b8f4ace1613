// The ways in which a request leaves through a connection, and how what answers it is read.
//
//   exchange        the calling thread awaits a reply
//   launch          the connection's own thread reads the reply
//   hand_over       one-way, no reply
//   send_datagram   one-way, without a connection
#pragma once
#include <orbweaver/client/call_trace.hpp>
#include <orbweaver/client/reply.hpp>
#include <orbweaver/client/request_message.hpp>
#include <orbweaver/client/request_route.hpp>
#include <orbweaver/wire/policies.hpp>

#include <string>

namespace orbweaver::client {

class AsyncCall;
class ClientConnection;
class ClientRequest;

/// Whether the operation is one-way. The SyncScope of a one-way call says whether it is answered.
enum class CallKind { two_way, one_way };

/// One attempt each; ClientRequest says which come next. Used as the request is.
class RequestDelivery {
 public:
  /// As ClientRequest.
  RequestDelivery(Reference& origin, std::string_view operation, cdr::Encoder& encoder,
                  CallKind kind);

  [[nodiscard]] const wire::CallPolicies& policies() const noexcept { return policies_; }
  /// Makes the call wait for the servant, as a two-way call does, whatever the policies say of
  /// one-way calls.
  void await_the_servant() noexcept { policies_.sync_scope = wire::SyncScope::with_target; }
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

  /// `request` is what is named if the reply is long in coming. Blocks up to the deadline.
  [[nodiscard]] Result<Reply, wire::CallFailure> exchange(const RequestRoute& route,
                                                          ClientConnection& connection,
                                                          const ClientRequest& request,
                                                          Deadline deadline);
  /// `call` is answered once. Fails: completed no.
  [[nodiscard]] Result<void, wire::CallFailure> launch(const RequestRoute& route,
                                                       ClientConnection& connection,
                                                       AsyncCall& call, Deadline deadline);
  [[nodiscard]] Result<void, wire::CallFailure> hand_over(const RequestRoute& route,
                                                          ClientConnection& connection,
                                                          Deadline deadline);
  [[nodiscard]] Result<void, wire::CallFailure> send_datagram(const RequestRoute& route,
                                                              Deadline deadline);
  /// The answer to a launched call, as a reply.
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
