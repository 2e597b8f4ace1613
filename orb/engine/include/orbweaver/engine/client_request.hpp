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
  /// no_exception and user_exception come back as replies; system exceptions too (status
  /// system_exception). A two-way request that certainly did not run (the server closed in order,
  /// or the connection was dead before the last byte left) is sent once more over a new connection;
  /// forwards are followed.
  [[nodiscard]] Result<Reply, CallFailure> invoke();

  /// A one-way call. Blocks as its SyncScope says, up to the timeout. A reply is there only for
  /// with_server and with_target; its status may be system_exception.
  [[nodiscard]] Result<Reply, CallFailure> send();

 private:
  void begin();
  [[nodiscard]] Result<Reply, CallFailure> perform(const CallPolicies& policies);
  [[nodiscard]] Result<Reply, CallFailure> attempt(const CallPolicies& policies, Deadline deadline);
  [[nodiscard]] Result<Reply, CallFailure> exchange(ClientConnection& connection,
                                                    const CallPolicies& policies,
                                                    Deadline deadline);
  [[nodiscard]] Result<void, CallFailure> follow(Reply& forward);

  std::shared_ptr<Reference> forwarded_;  // where a forward led, if one did
  Reference* target_;
  std::string_view operation_;
  EncoderLoan encoder_;
  std::size_t body_ = 0;  // where the arguments begin; 0: none
};

}  // namespace orbweaver::engine
