// What becomes of each message that a client sends: a request goes to its object's dispatcher or is
// refused, a locate request is answered, a cancel request is noted.
#pragma once
#include "connection_state.hpp"
#include "next.hpp"

#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/giop/request.hpp>

#include <memory>
#include <optional>
#include <string_view>

namespace orbweaver::server {

class ActiveObject;
class AgreedCodeSets;
class CancelledRequests;
class IdleClose;
class ReplySender;
class RequestDispatch;
class ServerConnection;
struct ServerContext;

/// Threads: that which reads the connection now.
class RequestRouter {
 public:
  /// Of the connection, all of it. All outlive the router.
  struct Parts {
    ServerConnection& connection;
    const ServerContext& context;
    ReplySender& replies;
    CancelledRequests& cancelled;
    AgreedCodeSets& code_sets;
    const IdleClose& idle;
    RequestDispatch& dispatch;
  };
  explicit RequestRouter(const Parts& parts) noexcept : parts_(parts) {}

  /// `pause`: an adapter's gate, or a full dispatcher, resumes the connection. `stop`: the client
  /// ended the connection, or sent what no client sends.
  [[nodiscard]] Next route(giop::Message message);

  /// Whether an adapter's gate holds a request. It is the next one to be routed.
  [[nodiscard]] bool has_held() const noexcept { return held_.has_value(); }
  [[nodiscard]] Next route_held();

 private:
  [[nodiscard]] Next handle_request(giop::Message message);
  [[nodiscard]] Next submit(const std::shared_ptr<ActiveObject>& object, giop::Message message,
                            const giop::RequestHeader& header, const cdr::Decoder& arguments);
  /// What becomes of a request for an object whose gate is not open.
  [[nodiscard]] Next stop_at(ActiveObject& object, giop::Message message,
                             const giop::RequestHeader& header);
  [[nodiscard]] Next handle_locate_request(const giop::Message& message);
  [[nodiscard]] Next handle_cancel_request(const giop::Message& message);
  [[nodiscard]] Next refuse_unknown_object(const giop::RequestHeader& header);
  [[nodiscard]] Next refuse_missing_object(const giop::RequestHeader& header);
  [[nodiscard]] Next refuse_stream(std::string_view why, giop::Version version);
  Next refuse_request(const giop::RequestHeader& header, wire::Exception exception,
                      wire::Minor minor, std::string_view reason = {});
  /// The log alone reports what a one-way call met.
  void note_unheard(const giop::RequestHeader& header, wire::Exception exception);

  const Parts parts_;
  LastObject last_object_;
  std::optional<giop::Message> held_;
};

}  // namespace orbweaver::server
