#include "server/request_job.hpp"

#include <orbweaver/engine/encoder_loan.hpp>

namespace orbweaver::engine {

void run_request(OrbCore& orb, ServerConnection& connection, ActiveObject& object,
                 const giop::RequestHeader& header, const cdr::Decoder& arguments) {
  EncoderLoan encoder;
  ServerRequest request(orb, header, arguments, *encoder);
  object.servant().handle(request);
  if (request.is_awaited()) {
    request.finish_reply();
    connection.send_reply(encoder->bytes());
  }
}

void RequestJob::run() noexcept {
  const auto started = now();
  run_request(orb_, *connection_, *object_, header_, arguments_);
  object_->service_time().note(now() - started);
}

}  // namespace orbweaver::engine
