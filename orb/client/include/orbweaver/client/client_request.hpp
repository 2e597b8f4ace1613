// The client side of one request: encode arguments, send, wait for what the policies say.
#pragma once
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/client/reference.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/outgoing_chain.hpp>

#include <memory>
#include <optional>
#include <string_view>

namespace orbweaver::client {

/// A reply as it came: keeps the bytes that `results` reads.
struct Reply {
  giop::Message message;
  giop::ReplyStatus status = giop::ReplyStatus::no_exception;
  cdr::Decoder results{Bytes{}};
};

class AsyncCall;
class ClientConnection;

/// Whether a call that comes back to an object whose servant waits for it may run before the
/// requests that wait in the object's lane. With OrderedDelivery it may not.
enum class Overtaking { if_nested, never };

/// Whether the operation is a one-way: its SyncScope says what answers.
enum class CallKind { two_way, one_way };

/// Used once, by one thread at a time.
class ClientRequest {
 public:
  /// `target`, `operation` and `encoder`, which it is written into, must outlive the request.
  ClientRequest(Reference& target, std::string_view operation, cdr::Encoder& encoder,
                CallKind kind = CallKind::two_way);
  ClientRequest(const ClientRequest&) = delete;
  ClientRequest& operator=(const ClientRequest&) = delete;

  [[nodiscard]] const Reference& origin() const noexcept { return origin_; }
  /// What is called, readable: see Reference::describe().
  [[nodiscard]] std::string describe() const { return origin_.describe(operation_); }
  /// What it may do in this ORB, where it goes without a message.
  [[nodiscard]] Overtaking may_overtake() const noexcept {
    return is_ordered() ? Overtaking::never : Overtaking::if_nested;
  }
  /// Notes which calls it is part of, if the calling thread is in a servant. For a call that goes
  /// without a message; others do so when they are written.
  void join_chain();
  /// What was noted.
  [[nodiscard]] const std::optional<wire::OutgoingChain>& chain() const noexcept { return chain_; }
  /// The name of this call; null if none was noted, or it is made outside of lanes.
  [[nodiscard]] const giop::CallToken* token() const noexcept {
    return chain_ && chain_->token ? &*chain_->token : nullptr;
  }
  /// For the arguments, aligned for the first one. Not called if there are none.
  [[nodiscard]] cdr::Encoder& arguments();

  /// A two-way call. Blocks until the reply, up to the timeout.
  /// With OrderedDelivery the request has a number of the reference's stream, the same when it is
  /// repeated.
  /// no_exception and user_exception come back as replies; system exceptions too (status
  /// system_exception). A two-way request that certainly did not run (the server closed in order,
  /// or the connection was dead before the last byte left) is sent once more over a new connection.
  /// Forwards are followed, at most 8, and remembered by the reference that was called: later calls
  /// go there at once. When the new place cannot be reached, or does not know the object, the
  /// request, if it certainly did not run, goes back to where it came from, once. One that a server
  /// wants addressed otherwise is. Of a reference to several objects the first that can be reached
  /// is called.
  [[nodiscard]] Result<Reply, wire::CallFailure> invoke();

  /// Whether send() waits for a reply, as the SyncScopes with_server and with_target do.
  [[nodiscard]] bool is_awaited() const noexcept {
    return *policies_.sync_scope == wire::SyncScope::with_server ||
           *policies_.sync_scope == wire::SyncScope::with_target;
  }
  /// A one-way call that is awaited. Blocks as its SyncScope says, up to the timeout. The status of
  /// the reply may be system_exception.
  [[nodiscard]] Result<Reply, wire::CallFailure> send();
  /// A one-way call that is not. Blocks as its SyncScope says, up to the timeout. It is sent over a
  /// new connection only if the old one was closed as idle, all before it having been read.
  /// Otherwise those before it may have been lost, and the caller must see an error instead of a
  /// silent gap.
  [[nodiscard]] Result<void, wire::CallFailure> post();

  // ---- asynchronous calls: invoke() in parts ----

  /// When the call timeout ends if the call begins now.
  [[nodiscard]] Deadline deadline() const noexcept { return Deadline::after(*policies_.timeout); }
  /// Sends the request; `call` is answered once. What certainly did not leave is tried elsewhere as
  /// invoke() does. Fails: completed no.
  [[nodiscard]] Result<void, wire::CallFailure> launch(AsyncCall& call, Deadline deadline);
  /// What `call` was answered with, as a reply.
  [[nodiscard]] Result<Reply, wire::CallFailure> read(
      Result<giop::Message, wire::CallFailure> answer) const;
  /// Whether it is the outcome: what invoke() would return. A request that did not run may be sent
  /// once more only with OrderedDelivery, as its caller may have sent others meanwhile.
  [[nodiscard]] bool is_final(const Result<Reply, wire::CallFailure>& reply) const;
  /// Goes on as invoke() would after `reply`, which is not final.
  [[nodiscard]] Result<Reply, wire::CallFailure> go_on(Result<Reply, wire::CallFailure> reply,
                                                       Deadline deadline);

 private:
  void begin();
  void begin_anew();
  [[nodiscard]] cdr::Encoder& begin_arguments();
  [[nodiscard]] bool is_answered_by_servant() const noexcept;
  void trace_request(std::string_view direction, const std::string& peer) const;
  void trace_reply(Bytes reply, std::string_view peer) const;
  void trace_failure(const wire::CallFailure& failure) const;
  [[nodiscard]] bool is_traced() const noexcept;
  [[nodiscard]] PreparedHeads* prepared_heads() const noexcept;
  void put_head();
  [[nodiscard]] std::size_t number_at() const noexcept;
  [[nodiscard]] bool is_ordered() const noexcept {
    return *policies_.ordered_delivery || target_->datagram_address();
  }
  [[nodiscard]] Result<Reply, wire::CallFailure> perform();
  [[nodiscard]] Result<Reply, wire::CallFailure> attempt(Deadline deadline);
  [[nodiscard]] bool is_settled(const Result<Reply, wire::CallFailure>& reply) const;
  void follow_up(Result<Reply, wire::CallFailure>& reply, Deadline deadline);
  [[nodiscard]] Result<void, wire::CallFailure> launch_once(AsyncCall& call,
                                                            ClientConnection& connection,
                                                            Deadline deadline);
  [[nodiscard]] Result<Reply, wire::CallFailure> exchange(ClientConnection& connection,
                                                          Deadline deadline);
  [[nodiscard]] Result<void, wire::CallFailure> hand_over(ClientConnection& connection,
                                                          Deadline deadline);
  [[nodiscard]] bool goes_as_datagram() const noexcept;
  [[nodiscard]] Result<void, wire::CallFailure> finish();
  [[nodiscard]] Result<ConnectionSlot::Pin, wire::CallFailure> connection(Deadline deadline);
  [[nodiscard]] Result<void, wire::CallFailure> send_datagram(Deadline deadline);
  /// Hands the message to `send`; with OrderedDelivery in a turn of the stream, numbered.
  template <class Send>
  [[nodiscard]] Result<void, wire::CallFailure> send_in_turn(Deadline deadline, Send send);
  [[nodiscard]] Result<void, wire::CallFailure> follow(Reply& forward);
  [[nodiscard]] Result<void, wire::CallFailure> address_otherwise(Reply& demand);
  [[nodiscard]] Result<void, wire::CallFailure> go_to(Reference::Forward forward);
  [[nodiscard]] bool can_be_sent_to(const Reference& other);
  [[nodiscard]] bool go_back();
  [[nodiscard]] bool go_elsewhere();
  [[nodiscard]] bool may_follow_later(const wire::CallFailure& failure) const noexcept;
  [[nodiscard]] bool has_found_nothing(const Result<Reply, wire::CallFailure>& reply) const;
  void name_code_sets(bool is_news);
  void start_elsewhere();
  void rewrite();

  Reference& origin_;
  std::shared_ptr<Reference> forwarded_;  // where the calls of origin_ go, if not there
  Reference* target_;
  bool may_go_back_ = false;  // from there, where a server has sent the request for now
  bool has_gone_back_ = false;
  bool names_code_sets_ = false;
  std::string_view operation_;
  wire::CallPolicies policies_;
  std::shared_ptr<OrderStream> stream_;  // of the reference that was called, also after a forward
  std::uint64_t number_ = 0;             // in the stream; 0: none yet
  giop::RequestFields fields_;
  CallKind kind_;
  bool has_begun_ = false;
  std::optional<wire::OutgoingChain> chain_;
  cdr::Encoder* encoder_;
  std::size_t body_ = 0;    // where the arguments begin; 0: none
  TimePoint traced_since_;  // when the request left, if calls are traced
};

}  // namespace orbweaver::client
