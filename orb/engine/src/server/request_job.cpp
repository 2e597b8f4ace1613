#include "server/request_job.hpp"

#include <orbweaver/engine/encoder_loan.hpp>

namespace orbweaver::engine {

void RequestJob::run() noexcept {
  EncoderLoan encoder;
  ServerRequest request(orb_, header_, arguments_, *encoder);
  object_->servant().handle(request);
  if (!request.is_awaited()) return;
  request.finish_reply();
  connection_->send_reply(encoder->bytes());
}

}  // namespace orbweaver::engine
