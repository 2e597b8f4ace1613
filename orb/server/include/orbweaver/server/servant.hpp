// SPDX-License-Identifier: Apache-2.0
// The server side of one request, and the servant that runs it.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/dispatch/sequencer.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/encoder_loan.hpp>
#include <orbweaver/wire/failure.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::server {

class ActiveObject;
struct ServerContext;
class ServerConnection;

/// The requests of a series that are missing. A series has the requests that threads send through
/// one reference, numbered from 1.
using OrderGap = dispatch::Gap;

/// A request while the servant runs it. Lives on the stack of the thread that runs the servant.
/// Each begin_* and fail() starts the reply anew, so nothing is left of results whose encoding
/// failed.
class ServerRequest {
 public:
  /// `header` and `arguments` are views of `frame`. `connection` is the one on which the request
  /// came; null for a datagram. All of them must outlive the request.
  ServerRequest(const ServerContext& context, const ServerConnection* connection,
                const ActiveObject& object, const Frame& frame, const giop::RequestHeader& header,
                const cdr::Decoder& arguments) noexcept
      : context_(context),
        connection_(connection),
        object_(object),
        frame_(frame),
        header_(header),
        arguments_(arguments) {}
  ServerRequest(const ServerRequest&) = delete;
  ServerRequest& operator=(const ServerRequest&) = delete;

  [[nodiscard]] std::string_view operation() const noexcept { return header_.operation; }
  /// Whether the client waits until the servant has returned.
  [[nodiscard]] bool is_awaited() const noexcept {
    return header_.response == giop::ResponseFlags::with_target;
  }
  [[nodiscard]] const ServerContext& context() const noexcept { return context_; }
  [[nodiscard]] const ActiveObject& object() const noexcept { return object_; }
  /// The client, for log lines.
  [[nodiscard]] std::string peer() const;
  /// Whether the text of the servant's exception may be sent to the client (Options::tell_clients).
  /// May call the system to find out which user the client is.
  [[nodiscard]] bool may_tell_client() const noexcept;
  /// The frame in which the arguments lie. Code that keeps a view of them must keep a share of its
  /// chunk.
  [[nodiscard]] const Frame& frame() const noexcept { return frame_; }
  /// The in arguments, then the inout arguments. If the decoder fails, the caller must call fail()
  /// with MARSHAL.
  [[nodiscard]] cdr::Decoder& arguments() noexcept { return arguments_; }

  /// Put the return value into it, then the inout and out arguments. Do not call it if there are
  /// none.
  [[nodiscard]] cdr::Encoder& begin_results();
  /// Put the repository id into it, then the members.
  [[nodiscard]] cdr::Encoder& begin_user_exception();
  /// `reason` is sent to the client, too, if it is not empty. See may_tell_client().
  void fail(std::string_view exception_id, std::uint32_t minor, giop::Completion completed,
            std::string_view reason = {});
  void fail(wire::SystemExceptionKind exception, wire::Minor minor, giop::Completion completed) {
    fail(wire::repository_id(exception), static_cast<std::uint32_t>(minor), completed);
  }

  /// There is no memory for an answer, not even for an exception: the client gets none, and the
  /// connection on which it waits ends.
  void fail_without_memory() noexcept { has_no_memory_ = true; }
  [[nodiscard]] bool has_no_memory() const noexcept { return has_no_memory_; }

  /// The whole reply; one without results if none was begun. Valid as long as the request.
  [[nodiscard]] Bytes finish_reply();

 private:
  const ServerContext& context_;
  [[nodiscard]] cdr::Encoder& reply();
  void begin_reply(giop::ReplyStatus status);
  void refuse_large_reply();

  const ServerConnection* connection_;
  const ActiveObject& object_;
  const Frame& frame_;
  const giop::RequestHeader& header_;
  cdr::Decoder arguments_;
  bool has_no_memory_ = false;
  std::optional<wire::EncoderLoan>
      reply_;  // made with the first begin_*: most one-way requests need none
};

/// Runs the requests of the objects that it incarnates.
/// Threads: as the object's Dispatch says; with `pool` and `connection` several at once.
class ServantDispatch {
 public:
  virtual ~ServantDispatch() = default;
  /// Never throws: turns exceptions of the user's code into replies.
  virtual void handle(ServerRequest& request) noexcept = 0;
  /// Called if requests of a series (OrderedDelivery, udp) are missing for good: they were lost, or
  /// did not come in time. Called in the object's lane, in order, right before the request after
  /// them.
  virtual void missed(const OrderGap& gap) noexcept { (void)gap; }
  /// Whether the servant has the interface, itself or as a base of its own. For rules.
  [[nodiscard]] virtual bool implements(std::string_view repository_id) const noexcept {
    (void)repository_id;
    return false;
  }
  /// Called before a SYNC_WITH_SERVER request is acknowledged.
  [[nodiscard]] virtual bool has_operation(std::string_view operation) const noexcept = 0;
};

}  // namespace orbweaver::server
