// One request on its way to the servant.
#pragma once
#include "server/server_connection.hpp"

#include <orbweaver/giop/request.hpp>

namespace orbweaver::engine {

/// Lets the object's servant carry out a request and sends the reply, if one is due, through
/// `connection`.
void run_request(OrbCore& orb, ServerConnection& connection, ActiveObject& object,
                 const giop::RequestHeader& header, const cdr::Decoder& arguments);

/// Keeps alive what the request needs: its bytes, its object, and the connection that the reply
/// goes to.
class RequestJob final : public dispatch::Job {
 public:
  RequestJob(OrbCore& orb, std::shared_ptr<ServerConnection> connection,
             std::shared_ptr<ActiveObject> object, giop::Message message,
             const giop::RequestHeader& header, const cdr::Decoder& arguments) noexcept
      : orb_(orb),
        connection_(std::move(connection)),
        object_(std::move(object)),
        message_(std::move(message)),
        header_(header),
        arguments_(arguments) {}

  /// Notes how long it took.
  void run() noexcept override;
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return message_.frame.size(); }

 private:
  OrbCore& orb_;
  std::shared_ptr<ServerConnection> connection_;
  std::shared_ptr<ActiveObject> object_;
  giop::Message message_;  // what header_ and arguments_ look into
  giop::RequestHeader header_;
  cdr::Decoder arguments_;
};

}  // namespace orbweaver::engine
