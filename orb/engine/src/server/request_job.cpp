#include "server/request_job.hpp"

#include <orbweaver/engine/encoder_loan.hpp>

namespace orbweaver::engine {

void run_request(OrbCore& orb, ServerConnection& connection, ActiveObject& object,
                 const giop::RequestHeader& header, const cdr::Decoder& arguments) {
  const auto started = now();
  EncoderLoan encoder;
  ServerRequest request(orb, header, arguments, *encoder);
  object.servant().handle(request);
  if (request.is_awaited()) {
    request.finish_reply();
    connection.send_reply(encoder->bytes());
  }
  object.service_time().note(now() - started);
}

}  // namespace orbweaver::engine
