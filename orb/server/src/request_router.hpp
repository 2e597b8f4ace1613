// SPDX-License-Identifier: Apache-2.0
// Routes each message that a client sends: a request goes to its object's dispatcher or is refused,
// a locate request is answered, a cancel request is noted.
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
class CallerRights;
class CancelledRequests;
class IdleClose;
class ReplySender;
class RequestDispatch;
class ServerConnection;
struct ServerContext;

/// Threads: the thread that reads the connection now.
class RequestRouter {
 public:
  /// The parts of one connection. All outlive the router.
  struct Parts {
    ServerConnection& connection;
    const ServerContext& context;
    ReplySender& replies;
    CancelledRequests& cancelled;
    AgreedCodeSets& code_sets;
    const IdleClose& idle;
    RequestDispatch& dispatch;
    CallerRights& rights;
  };
  explicit RequestRouter(const Parts& parts) noexcept : parts_(parts) {}

  /// `pause`: an adapter's gate, or a full dispatcher, resumes the connection. `stop`: the client
  /// ended the connection, or sent a message that no client may send.
  [[nodiscard]] Next route(giop::Message message);

  /// Whether an adapter's gate holds a request. That request is the next to be routed.
  [[nodiscard]] bool has_held() const noexcept { return held_.has_value(); }
  [[nodiscard]] Next route_held();

 private:
  [[nodiscard]] Next handle_request(giop::Message message);
  [[nodiscard]] Next submit(const std::shared_ptr<ActiveObject>& object, giop::Message message,
                            const giop::RequestHeader& header, const cdr::Decoder& arguments);
  /// Holds or refuses a request for an object whose gate is not open, or lets it pass.
  [[nodiscard]] Next stop_at(ActiveObject& object, giop::Message message,
                             const giop::RequestHeader& header);
  [[nodiscard]] Next handle_locate_request(const giop::Message& message);
  [[nodiscard]] Next handle_cancel_request(const giop::Message& message);
  [[nodiscard]] Next refuse_unknown_object(const giop::RequestHeader& header);
  [[nodiscard]] Next refuse_missing_object(const giop::RequestHeader& header);
  [[nodiscard]] Next refuse_stream(std::string_view why, giop::Version version);
  Next refuse_request(const giop::RequestHeader& header, wire::SystemExceptionKind exception,
                      wire::Minor minor, std::string_view reason = {});
  /// Logs that a one-way call was refused: its caller does not learn of it.
  void note_unheard(const giop::RequestHeader& header, wire::SystemExceptionKind exception);

  const Parts parts_;
  LastObject last_object_;
  std::optional<giop::Message> held_;
};

}  // namespace orbweaver::server
