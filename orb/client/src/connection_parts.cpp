// SPDX-License-Identifier: Apache-2.0
#include "connection_parts.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/encoder_loan.hpp>

#include <new>
#include <utility>

namespace orbweaver::client {

using wire::CallFailure, wire::SystemExceptionKind, wire::Minor;

ConnectionParts::ConnectionParts(std::unique_ptr<transport::Connection> connection,
                                 giop::Version version_of_all, dispatch::Watermarks send_watermarks,
                                 wire::Counters& all)
    : transport(std::move(connection)),
      peer(transport->peer()),
      version(version_of_all),
      counters(all),
      queue(*transport, send_watermarks, all),
      outcomes(queue, all) {}

void ConnectionParts::cancel(std::uint32_t request_id) noexcept try {
  wire::EncoderLoan encoder;
  giop::put_cancel_request(*encoder, request_id, version);
  (void)queue.send_at_once(encoder->bytes());
} catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): it is advice
}

CallFailure ConnectionParts::no_reply_in_time() const {
  return {SystemExceptionKind::timeout, Minor::call_timed_out, giop::Completion::maybe,
          peer + ": no reply within the call timeout"};
}

// A port that belongs to another program answers in another language, or hangs up. The header that
// was refused is the receiver's, and nothing is received any more once one was.
CallFailure ConnectionParts::failure_of(const transport::ConnectionFailure& failure,
                                        giop::Completion completed) const {
  auto result = wire::call_failure(failure, completed, peer);
  if (failure.fault == transport::ConnectionFault::bad_frame) {
    const auto refused = as_text(transport->refused_header());
    if (!refused.empty() && !refused.starts_with("GIOP"))
      result.detail = peer + ": what answers there is no CORBA server: it begins with '" +
                      printable(refused) + "', not with GIOP";
  }
  const bool has_hung_up = failure.fault == transport::ConnectionFault::closed ||
                           failure.fault == transport::ConnectionFault::broken;
  if (has_hung_up && !has_received && !failure.tls)
    result.detail +=
        " before it sent anything: the server has ended, is no CORBA server, or takes TLS alone";
  return result;
}

CallFailure ConnectionParts::failure_at_end() const {
  switch (end.state()) {
    case ConnectionEnd::State::only_answers:
    case ConnectionEnd::State::failed:
      return failure_of(end.failure(), giop::Completion::maybe);
    case ConnectionEnd::State::server_closing:
    case ConnectionEnd::State::server_read_all:
    case ConnectionEnd::State::server_gone:
      return {SystemExceptionKind::transient, Minor::connection_closed, giop::Completion::no,
              peer + ": the server closed the connection before it took the request"};
    case ConnectionEnd::State::message_refused:
      return {SystemExceptionKind::comm_failure, Minor::message_refused, giop::Completion::maybe,
              peer +
                  ": the server answered MessageError: it could not read what it got, or found it "
                  "too large"};
    case ConnectionEnd::State::closed_as_idle:
      return {SystemExceptionKind::transient, Minor::connection_closed, giop::Completion::no,
              peer + ": the connection was closed as idle before the request was sent"};
    case ConnectionEnd::State::closed_by_us:
    case ConnectionEnd::State::open:
      break;
  }
  return wire::shut_down(giop::Completion::maybe);
}

}  // namespace orbweaver::client
