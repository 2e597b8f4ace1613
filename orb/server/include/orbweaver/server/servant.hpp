// The server side of one request, and what carries it out.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/dispatch/sequencer.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/encoder_loan.hpp>
#include <orbweaver/wire/failure.hpp>

#include <optional>
#include <string_view>

namespace orbweaver::server {

class ActiveObject;
struct ServerContext;
class ServerConnection;

/// Which requests of a stream are missing. A stream is what the threads that share one reference
/// send through it; its requests are numbered from 1.
using StreamGap = dispatch::Gap;

/// A request that is being carried out. Lives on the stack of the thread that runs the servant.
/// Each begin_* and fail starts the reply anew, so that a failure while results are encoded leaves
/// no trace.
class ServerRequest {
 public:
  /// `frame` is what `header` and `arguments` look into. `connection`, null for a datagram, is
  /// where the request came from. All of them must outlive the request.
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
  /// Whether the client waits for what the servant does.
  [[nodiscard]] bool is_awaited() const noexcept {
    return header_.response == giop::ResponseFlags::with_target;
  }
  [[nodiscard]] const ServerContext& context() const noexcept { return context_; }
  [[nodiscard]] const ActiveObject& object() const noexcept { return object_; }
  /// Whether the client may learn in words why the servant threw (Options::tell_clients). May ask
  /// the system which user the client is.
  [[nodiscard]] bool may_tell_client() const noexcept;
  /// What the arguments lie in: with a share of its chunk a view of them may be kept.
  [[nodiscard]] const Frame& frame() const noexcept { return frame_; }
  /// In, then inout arguments. A failed decoder must end in fail(marshal).
  [[nodiscard]] cdr::Decoder& arguments() noexcept { return arguments_; }

  /// Return value, then inout and out arguments go in here. Not called if there are none.
  [[nodiscard]] cdr::Encoder& begin_results();
  /// Repository id, then members go in here.
  [[nodiscard]] cdr::Encoder& begin_user_exception();
  /// `reason` goes to the client, too, if it is not empty. See may_tell_client().
  void fail(std::string_view exception_id, std::uint32_t minor, giop::Completion completed,
            std::string_view reason = {});
  void fail(wire::Exception exception, wire::Minor minor, giop::Completion completed) {
    fail(wire::repository_id(exception), static_cast<std::uint32_t>(minor), completed);
  }

  /// The whole reply; an empty one if nothing was begun. Valid as long as the request.
  [[nodiscard]] Bytes finish_reply();

 private:
  const ServerContext& context_;
  [[nodiscard]] cdr::Encoder& reply();
  void begin_reply(giop::ReplyStatus status);

  const ServerConnection* connection_;
  const ActiveObject& object_;
  const Frame& frame_;
  const giop::RequestHeader& header_;
  cdr::Decoder arguments_;
  std::optional<wire::EncoderLoan>
      reply_;  // once something is begun: most one-way requests need none
};

/// Carries out requests of the objects that it incarnates.
/// Threads: as the object's Dispatch says; with `pool` and `connection` several at once.
class Servant {
 public:
  virtual ~Servant() = default;
  /// Never throws: what the user's code throws becomes a reply in here.
  virtual void handle(ServerRequest& request) noexcept = 0;
  /// Requests of a stream (OrderedDelivery, udp) that are missing for good: they were lost, or did
  /// not come in time. Called in the object's lane, in order, right before the request after them.
  virtual void missed(const StreamGap& gap) noexcept { (void)gap; }
  /// Asked before a SYNC_WITH_SERVER request is acknowledged.
  [[nodiscard]] virtual bool has_operation(std::string_view operation) const noexcept = 0;
};

}  // namespace orbweaver::server
