// SPDX-License-Identifier: Apache-2.0
#include "reply_sender.hpp"

#include "server_connection.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/giop/exception_reason.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/wire/encoder_loan.hpp>
#include <orbweaver/wire/fragments.hpp>
#include <orbweaver/wire/trace.hpp>

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <new>
#include <span>
#include <vector>

namespace orbweaver::server {

namespace {
constexpr giop::Version kReadByAll{1, 0};
}

void ReplySender::acknowledge(const RequestId& request) noexcept try {
  wire::EncoderLoan encoder;
  giop::begin_reply(*encoder, request.id, giop::ReplyStatus::no_exception, {}, request.version);
  giop::finish_message(*encoder);
  send(encoder->bytes());
} catch (const std::bad_alloc&) {
  run_out_of_memory();
}

void ReplySender::refuse(const RequestId& request, wire::SystemExceptionKind exception,
                         wire::Minor minor, std::string_view reason) {
  wire::Counters::count(context_.counters.requests_refused);
  if (context_.options.trace.calls) [[unlikely]]
    wire::trace(fmt::format("request {} from {} refused: {}", request.id, connection_.peer(),
                            wire::repository_id(exception)));
  if (request.response == giop::ResponseFlags::none) return;
  wire::EncoderLoan encoder;
  giop::SystemExceptionBody body{std::string{wire::repository_id(exception)},
                                 static_cast<std::uint32_t>(minor), giop::Completion::no};
  const auto text = reason.empty() ? std::vector<std::byte>{} : giop::encode_reason(reason);
  const std::array contexts{giop::ServiceContext{giop::kContextReason, text}};
  giop::put_system_exception_reply(*encoder, request.id, body, request.version,
                                   std::span{contexts}.first(reason.empty() ? 0 : 1));
  send(encoder->bytes());
}

void ReplySender::note_refused_stream(std::string_view why) {
  wire::Counters::count(context_.counters.bad_messages);
  const auto peer = connection_.peer();
  warn_seldom(context_.notices.stream_refused.of(peer), "{}: closed, because it sent {}", peer,
              why);
}

void ReplySender::refuse_stream(std::string_view why, giop::Version version) {
  note_refused_stream(why);
  wire::EncoderLoan encoder;
  giop::put_message_error(*encoder, version);
  send(encoder->bytes());
  queue_.finish();
}

void ReplySender::send(Bytes message) {
  const std::array whole{message};
  const wire::Fragments fragments(whole, context_.options.fragment_bytes);
  const auto sent = queue_.send(fragments.pieces());
  if (!sent) {
    wire::Counters::count(context_.counters.replies_dropped);
    if (sent.error().fault != transport::ConnectionFault::closed) give_up(sent.error());
    return;
  }
  if (*sent == ReplyQueue::Sent::at_once)
    return wire::Counters::count(context_.counters.replies_sent);
  take_on(*sent);
}

void ReplySender::take_on(ReplyQueue::Sent sent) noexcept {
  if (sent != ReplyQueue::Sent::late) return;
  try {
    late_.take_on(owner_.shared_from_this());
  } catch (const std::bad_alloc&) {  // no thread would send it later
    run_out_of_memory();
  }
}

// If memory is out, no line is logged.
template <class... Arguments>
void ReplySender::warn(fmt::format_string<std::string, const Arguments&...> format,
                       const Arguments&... arguments) const noexcept {
  try {
    log().warn(format, connection_.peer(), arguments...);
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): see above
  }
}

bool ReplySender::send_late() noexcept {
  const auto limit = context_.options.reply_timeout;
  const auto late = queue_.send_late(limit);
  if (!late && late.error().fault == transport::ConnectionFault::timed_out)
    warn("{}: closed, because it did not read its reply within {} ms (-ORBreplyTimeout)",
         std::chrono::duration_cast<std::chrono::milliseconds>(limit).count());
  if (!late)
    give_up(late.error());
  else if (queue_.resumes_reader())
    owner_.resume();
  return late && *late != ReplyQueue::Late::as_before;
}

void ReplySender::drop_late(std::string_view why) noexcept {
  warn("{}: closed with {} bytes of replies that it did not read: {}", late_bytes(), why);
  give_up({transport::ConnectionFault::out_of_resources});
}

void ReplySender::run_out_of_memory() noexcept {
  static LogLimit limit;
  warn_seldom(limit, "a connection was ended, because memory is out");
  give_up({transport::ConnectionFault::out_of_resources});
}

// The reader finds the end of the connection.
void ReplySender::give_up(const transport::ConnectionFailure& failure) noexcept {
  queue_.fail(failure);
  connection_.shutdown();
  if (queue_.resumes_reader()) owner_.resume();
}

// The reader finds the end of the connection. Every client can read a message of GIOP 1.0.
void ReplySender::refuse_silent() noexcept try {
  note_refused_stream(fmt::format(
      "a part of a large message, and then nothing for {} ms (-ORBmessageTimeout), while others "
      "waited for its memory (-ORBmaxUnfinishedBytes)",
      std::chrono::duration_cast<std::chrono::milliseconds>(context_.options.message_timeout)
          .count()));
  wire::EncoderLoan encoder;
  giop::put_message_error(*encoder, kReadByAll);
  (void)queue_.try_send(std::array{encoder->bytes()});
  connection_.shutdown();
} catch (const std::bad_alloc&) {
  connection_.shutdown();
}

// A second CloseConnection would say that every request has been read.
void ReplySender::give_way(SlotHolder::Lack lack) noexcept try {
  const auto cause = lack == SlotHolder::Lack::descriptors
                         ? std::string{"this process has no descriptor left (ulimit -n)"}
                         : fmt::format("{} connections are open (-ORBmaxConnections)",
                                       context_.options.max_connections);
  warn_seldom(
      context_.notices.connection_refused,
      "{}: closed, because it has sent no message yet, and another client needs its place: {}",
      connection_.peer(), cause);
  if (!has_said_close_) (void)try_close_connection(kReadByAll);
  connection_.shutdown();
} catch (const std::bad_alloc&) {
  connection_.shutdown();
}

bool ReplySender::pauses_reader() {
  if (queue_.late_bytes() == 0 || !queue_.pauses_reader()) return false;
  wire::Counters::count(context_.counters.pauses);
  return true;
}

void ReplySender::stop_pausing() {
  if (queue_.stops_pausing()) owner_.resume();
}

void ReplySender::say_close_connection(giop::Version version) {
  wire::EncoderLoan encoder;
  giop::put_close_connection(*encoder, version);
  const auto sent = queue_.send(std::array{encoder->bytes()}, ReplyQueue::MessageKind::close);
  if (sent) take_on(*sent);
}

bool ReplySender::try_close_connection(giop::Version version) {
  wire::EncoderLoan encoder;
  giop::put_close_connection(*encoder, version);
  const auto sent = queue_.try_send(std::array{encoder->bytes()});
  if (!sent) connection_.shutdown();
  if (!sent || !*sent) return false;
  has_said_close_ = true;
  take_on(**sent);
  return true;
}

}  // namespace orbweaver::server
