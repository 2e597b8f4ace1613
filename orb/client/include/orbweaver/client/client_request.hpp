// The client side of one request: encodes the arguments, sends, and waits as the policies say.
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

/// A reply as it was received. Keeps the bytes that `results` reads.
struct Reply {
  giop::Message message;
  giop::ReplyStatus status = giop::ReplyStatus::no_exception;
  cdr::Decoder results{Bytes{}};
};

class AsyncCall;
class ClientConnection;

/// If a call comes back to an object whose servant waits for it: whether it may run before the
/// requests in the object's lane. With OrderedDelivery it may not.
enum class Overtaking { if_nested, never };

/// Whether the operation is one-way. The SyncScope of a one-way call says whether it is answered.
enum class CallKind { two_way, one_way };

/// One request: use it once. Threads: one at a time.
class ClientRequest {
 public:
  /// The request is written to `encoder`. `target`, `operation` and `encoder` must outlive it.
  ClientRequest(Reference& target, std::string_view operation, cdr::Encoder& encoder,
                CallKind kind = CallKind::two_way);
  ClientRequest(const ClientRequest&) = delete;
  ClientRequest& operator=(const ClientRequest&) = delete;

  [[nodiscard]] const Reference& origin() const noexcept { return origin_; }
  /// The operation and its object, readable: see Reference::describe().
  [[nodiscard]] std::string describe() const { return origin_.describe(operation_); }
  /// Whether it may overtake other requests, if the object is in this ORB and no message is sent.
  [[nodiscard]] Overtaking may_overtake() const noexcept {
    return is_ordered() ? Overtaking::never : Overtaking::if_nested;
  }
  /// Takes the chain of calls that led to this one, if the calling thread is in a servant. For
  /// calls without a message; calls with a message do so when the message is written.
  void join_chain();
  /// The chain that was taken.
  [[nodiscard]] const std::optional<wire::OutgoingChain>& chain() const noexcept { return chain_; }
  /// The token of this call; null if no chain was taken, or if the call is made outside of lanes.
  [[nodiscard]] const giop::CallToken* token() const noexcept {
    return chain_ && chain_->token ? &*chain_->token : nullptr;
  }
  /// Put the arguments into it; it is aligned for the first one. Do not call it if there are none.
  [[nodiscard]] cdr::Encoder& arguments();

  /// A two-way call. Blocks until the reply, up to the timeout.
  /// Results, user exceptions and system exceptions of the server are returned as replies.
  /// With OrderedDelivery the request has a number in the reference's stream, and keeps it when it
  /// is sent again.
  /// A request that certainly did not run is sent once more, over a new connection: the server
  /// closed in order, or the connection broke before the last byte was sent.
  /// Follows at most 8 forwards. The reference that was called remembers the last place, and later
  /// calls go there at once. If that place cannot be reached, or does not know the object, and the
  /// request certainly did not run, it goes back to the first place, once.
  /// If the server asks for another form of the target address, the request is sent in that form.
  /// If the reference names several objects, the first that can be reached is called.
  [[nodiscard]] Result<Reply, wire::CallFailure> invoke();

  /// Whether send() waits for a reply, as the SyncScopes with_server and with_target do.
  [[nodiscard]] bool is_awaited() const noexcept {
    return *policies_.sync_scope == wire::SyncScope::with_server ||
           *policies_.sync_scope == wire::SyncScope::with_target;
  }
  /// A one-way call with is_awaited(). Blocks as its SyncScope says, up to the timeout. The reply
  /// may have the status system_exception.
  [[nodiscard]] Result<Reply, wire::CallFailure> send();
  /// A one-way call without is_awaited(). Blocks as its SyncScope says, up to the timeout. If the
  /// connection was closed as idle, the server has read all earlier requests, so this one is sent
  /// over a new connection. After any other end earlier requests may be lost; then this call fails,
  /// so that the caller learns of it.
  [[nodiscard]] Result<void, wire::CallFailure> post();

  // ---- asynchronous calls: invoke() in parts ----

  /// The deadline of a call that begins now.
  [[nodiscard]] Deadline deadline() const noexcept { return Deadline::after(*policies_.timeout); }
  /// Sends the request; `call` is answered once. A request that was certainly not sent is tried
  /// elsewhere, as in invoke(). Fails: completed no.
  [[nodiscard]] Result<void, wire::CallFailure> launch(AsyncCall& call, Deadline deadline);
  /// The reply in the message that answered the call.
  [[nodiscard]] Result<Reply, wire::CallFailure> read(
      Result<giop::Message, wire::CallFailure> answer) const;
  /// Whether `reply` is the outcome, which invoke() would return. A request that did not run is
  /// sent once more only with OrderedDelivery: without it the caller's later requests may have
  /// overtaken it.
  [[nodiscard]] bool is_final(const Result<Reply, wire::CallFailure>& reply) const;
  /// Goes on as invoke() does after `reply`, which is not final.
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
  /// Calls `send` with the message. With OrderedDelivery it does so in a turn of the stream, and
  /// puts the number in.
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
  std::shared_ptr<Reference> forwarded_;  // the place to which origin_ was forwarded, if any
  Reference* target_;
  bool may_go_back_ = false;  // from the forwarded place, which is not for good
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
  std::size_t body_ = 0;    // where the arguments begin; 0: there are none
  TimePoint traced_since_;  // when the request was sent, if calls are traced
};

}  // namespace orbweaver::client
