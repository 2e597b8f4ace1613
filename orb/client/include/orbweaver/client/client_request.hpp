// SPDX-License-Identifier: Apache-2.0
// The client side of one request: encodes the arguments, sends, and waits as the policies say.
#pragma once
#include <orbweaver/client/request_delivery.hpp>
#include <orbweaver/client/request_route.hpp>

#include <optional>
#include <string_view>

namespace orbweaver::client {

/// If a call comes back to an object whose servant waits for it: whether it may run before the
/// requests in the object's lane. With OrderedDelivery it may not.
enum class Overtaking { if_nested, never };

/// One request: use it once. Threads: one at a time.
class ClientRequest {
 public:
  /// The request is written to `encoder`. `target`, `operation` and `encoder` must outlive it.
  ClientRequest(Reference& target, std::string_view operation, cdr::Encoder& encoder,
                CallKind kind = CallKind::two_way)
      : route_(target), delivery_(target, operation, encoder, kind) {}
  ClientRequest(const ClientRequest&) = delete;
  ClientRequest& operator=(const ClientRequest&) = delete;

  [[nodiscard]] const Reference& origin() const noexcept { return route_.origin(); }
  /// The operation and its object, readable: see Reference::describe().
  [[nodiscard]] std::string describe() const { return delivery_.describe(route_); }
  /// The timeout with the setting that defines it: "250 ms (-ORBcallTimeout)". Empty: there is
  /// none.
  [[nodiscard]] std::string describe_timeout() const;
  /// Whether the call may overtake other requests, if the object is in this ORB and no message is
  /// sent.
  [[nodiscard]] Overtaking may_overtake() const noexcept {
    return delivery_.is_ordered(route_.target()) ? Overtaking::never : Overtaking::if_nested;
  }
  /// Takes the chain of calls that led to this one, if the calling thread is in a servant. For
  /// calls without a message; calls with a message do so when the message is written.
  void join_chain() { delivery_.message().join_chain(); }
  /// The chain that was noted, if any.
  [[nodiscard]] const std::optional<wire::OutgoingChain>& chain() const noexcept {
    return delivery_.message().chain();
  }
  /// The token of this call; null if no chain was taken, or if the call is made outside of lanes.
  [[nodiscard]] const giop::CallToken* token() const noexcept {
    return delivery_.message().token();
  }
  /// See RequestMessage::copy_arguments().
  void copy_arguments() noexcept { delivery_.message().copy_arguments(); }
  /// Put the arguments into it; it is aligned for the first one. Do not call it if there are none.
  [[nodiscard]] cdr::Encoder& arguments() { return delivery_.message().arguments(route_.target()); }

  /// A two-way call. Blocks until the reply, up to the timeout.
  /// Results, user exceptions and system exceptions of the server are returned as replies.
  /// With OrderedDelivery the request has a number in the reference's series, and keeps it when it
  /// is sent again.
  /// A request that certainly did not run is sent once more, over a new connection: the server
  /// closed in order, or the connection broke before the last byte was sent.
  /// Follows at most 8 forwards. The reference that was called remembers the last target, and later
  /// calls go there at once. If that target cannot be reached, or does not know the object, and the
  /// request certainly did not run, the request goes back to the called object, once.
  /// If the server asks for another form of the target address, the request is sent in that form.
  /// If the reference names several objects, the first that can be reached is called.
  [[nodiscard]] Result<Reply, wire::CallFailure> invoke();

  /// Whether invoke_oneway() waits for a reply, as the SyncScopes with_server and with_target do.
  [[nodiscard]] bool is_awaited() const noexcept { return delivery_.is_awaited(); }
  /// A one-way call with is_awaited(). Blocks as its SyncScope says, up to the timeout. The reply
  /// may have the status system_exception.
  [[nodiscard]] Result<Reply, wire::CallFailure> invoke_oneway();
  /// A one-way call without is_awaited(). Blocks as its SyncScope says, up to the timeout. If the
  /// connection was closed as idle, the server has read all earlier requests, so this one is sent
  /// over a new connection. After any other end earlier requests may be lost; then this call fails,
  /// so that the caller learns of it.
  [[nodiscard]] Result<void, wire::CallFailure> send();

  // ---- asynchronous calls: invoke() in parts ----

  /// The deadline of a call that begins now.
  [[nodiscard]] Deadline deadline() const noexcept {
    return Deadline::after(*delivery_.policies().timeout);
  }
  /// Sends the request; `call` is answered once. A request that was certainly not sent is tried
  /// elsewhere, as in invoke(). Fails: completed no.
  [[nodiscard]] Result<void, wire::CallFailure> send_async(AsyncCall& call, Deadline deadline);
  /// The reply in the message that answered the call.
  [[nodiscard]] Result<Reply, wire::CallFailure> read(
      Result<giop::Message, wire::CallFailure> answer) const {
    return delivery_.read(route_, std::move(answer));
  }
  /// Whether `reply` is the outcome, which invoke() would return. A request that did not run is
  /// sent once more only with OrderedDelivery: without it the caller's later requests may have
  /// overtaken it.
  [[nodiscard]] bool is_final(const Result<Reply, wire::CallFailure>& reply) const;
  /// Makes further attempts, as invoke() does after `reply`, which is not final. Blocks up to the
  /// deadline.
  [[nodiscard]] Result<Reply, wire::CallFailure> invoke_again(
      Result<Reply, wire::CallFailure> reply, Deadline deadline);

 private:
  [[nodiscard]] Result<void, wire::CallFailure> finish();
  [[nodiscard]] Result<Reply, wire::CallFailure> invoke_and_follow();
  [[nodiscard]] Result<Reply, wire::CallFailure> invoke_at_target(Deadline deadline);
  [[nodiscard]] Result<ConnectionSlot::Pin, wire::CallFailure> connection(Deadline deadline);
  void follow_up(Result<Reply, wire::CallFailure>& reply, Deadline deadline);
  [[nodiscard]] bool is_settled(const Result<Reply, wire::CallFailure>& reply) const;
  [[nodiscard]] bool may_follow_later(const wire::CallFailure& failure) const noexcept;

  RequestRoute route_;
  RequestDelivery delivery_;
};

}  // namespace orbweaver::client
