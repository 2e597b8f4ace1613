#include "server/request_job.hpp"

#include <orbweaver/engine/encoder_loan.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace orbweaver::engine {

void run_request(OrbCore& orb, ServerConnection* connection, ActiveObject& object,
                 const Frame& frame, const giop::RequestHeader& header,
                 const cdr::Decoder& arguments) {
  ServerRequest request(orb, frame, header, arguments);
  object.servant().handle(request);
  if (request.is_awaited()) connection->send_reply(request.finish_reply());
}

void RequestJob::carry_out() noexcept {
  const auto started = now();
  run_request(orb_, connection_.get(), *object_, message_.frame, header_, arguments_);
  object_->service_time().note(now() - started);
}

void RequestJob::refuse(Exception exception, Minor minor) noexcept {
  if (header_.response != giop::ResponseFlags::with_target) return;
  EncoderLoan encoder;
  giop::put_system_exception_reply(*encoder, header_.request_id,
                                   {std::string{repository_id(exception)},
                                    static_cast<std::uint32_t>(minor), giop::Completion::maybe});
  connection_->send_reply(encoder->bytes());
}

void StreamRequest::missed(const dispatch::Gap& gap) noexcept {
  Counters::count(orb().counters().requests_missing, gap.count);
  object().servant().missed(gap);
}

void StreamRequest::drop() noexcept {
  Counters::count(orb().counters().requests_late);
  refuse(Exception::transient, Minor::out_of_order);
}

std::unique_ptr<dispatch::StreamItem> StreamRequest::take_away() {
  Counters::count(orb().counters().requests_held);
  return std::make_unique<StreamRequest>(std::move(*this));
}

}  // namespace orbweaver::engine
