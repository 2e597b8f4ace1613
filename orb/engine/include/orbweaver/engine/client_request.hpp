// The client side of one request: encode arguments, send, wait for what the policies say.
#pragma once
#include <orbweaver/engine/encoder_loan.hpp>
#include <orbweaver/engine/reference.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/giop/reply.hpp>

#include <memory>
#include <string_view>

namespace orbweaver::engine {

/// A reply as it came: keeps the bytes that `results` reads.
struct Reply {
  giop::Message message;
  giop::ReplyStatus status = giop::ReplyStatus::no_exception;
  cdr::Decoder results{Bytes{}};
};

/// Used once, on the stack of the calling thread.
class ClientRequest {
 public:
  /// `operation` must outlive the request.
  ClientRequest(Reference& target, std::string_view operation);
  ClientRequest(const ClientRequest&) = delete;
  ClientRequest& operator=(const ClientRequest&) = delete;

  /// For the arguments, aligned for the first one. Not called if there are none.
  [[nodiscard]] cdr::Encoder& arguments();

  /// A two-way call. Blocks until the reply, up to the timeout.
  /// With OrderedDelivery the request has a number of the reference's stream, the same when it is
  /// repeated.
  /// no_exception and user_exception come back as replies; system exceptions too (status
  /// system_exception). A two-way request that certainly did not run (the server closed in order,
  /// or the connection was dead before the last byte left) is sent once more over a new connection;
  /// forwards are followed.
  [[nodiscard]] Result<Reply, CallFailure> invoke();

  /// Whether send() waits for a reply, as the SyncScopes with_server and with_target do.
  [[nodiscard]] bool is_awaited() const noexcept {
    return *policies_.sync_scope == SyncScope::with_server ||
           *policies_.sync_scope == SyncScope::with_target;
  }
  /// A one-way call that is awaited. Blocks as its SyncScope says, up to the timeout. The status of
  /// the reply may be system_exception.
  [[nodiscard]] Result<Reply, CallFailure> send();
  /// A one-way call that is not. Blocks as its SyncScope says, up to the timeout. It is not sent
  /// once more over a new connection: those before it may have been lost with the old one, and the
  /// caller must see an error instead of a silent gap.
  [[nodiscard]] Result<void, CallFailure> post();

 private:
  void begin();
  void put_head();
  [[nodiscard]] bool is_ordered() const noexcept {
    return *policies_.ordered_delivery || target_->datagram_address();
  }
  [[nodiscard]] Result<Reply, CallFailure> perform();
  [[nodiscard]] Result<Reply, CallFailure> attempt(Deadline deadline);
  [[nodiscard]] Result<Reply, CallFailure> exchange(ClientConnection& connection,
                                                    Deadline deadline);
  [[nodiscard]] bool goes_as_datagram() const noexcept;
  [[nodiscard]] Result<void, CallFailure> finish();
  [[nodiscard]] Result<ConnectionSlot::Pin, CallFailure> connection(Deadline deadline);
  [[nodiscard]] Result<void, CallFailure> send_datagram(Deadline deadline);
  /// Hands the message to `send`; with OrderedDelivery in a turn of the stream, numbered.
  template <class Send>
  [[nodiscard]] Result<void, CallFailure> send_in_turn(Deadline deadline, Send send);
  [[nodiscard]] Result<void, CallFailure> follow(Reply& forward);

  std::shared_ptr<Reference> forwarded_;  // where a forward led, if one did
  Reference* target_;
  std::string_view operation_;
  CallPolicies policies_;
  std::shared_ptr<OrderStream> stream_;  // of the reference that was called, also after a forward
  std::uint64_t number_ = 0;             // in the stream; 0: none yet
  EncoderLoan encoder_;
  std::size_t number_at_ = 0;  // where the number goes
  std::size_t body_ = 0;       // where the arguments begin; 0: none
};

}  // namespace orbweaver::engine
