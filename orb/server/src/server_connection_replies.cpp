// What a server says to a client: replies, refusals, and the farewell.
#include <orbweaver/wire/fragments.hpp>
#include "late_replies.hpp"
#include "server_connection.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/server/server_context.hpp>
#include <orbweaver/wire/encoder_loan.hpp>

#include <spdlog/fmt/fmt.h>

#include <array>

namespace orbweaver::server {

void ServerConnection::acknowledge(RequestId request) {
  wire::EncoderLoan encoder;
  giop::begin_reply(*encoder, request.id, giop::ReplyStatus::no_exception, {}, request.version);
  giop::finish_message(*encoder);
  send_reply(encoder->bytes());
}

ServerConnection::Next ServerConnection::refuse_request(RequestId request,
                                                        wire::Exception exception,
                                                        wire::Minor minor) {
  wire::Counters::count(context_.counters.requests_refused);
  if (context_.options.trace.calls) [[unlikely]]
    wire::trace(fmt::format("request {} from {} refused: {}", request.id, peer(),
                            wire::repository_id(exception)));
  if (request.response == giop::ResponseFlags::none) return Next::read;
  wire::EncoderLoan encoder;
  giop::put_system_exception_reply(*encoder, request.id,
                                   {std::string{wire::repository_id(exception)},
                                    static_cast<std::uint32_t>(minor), giop::Completion::no},
                                   request.version);
  send_reply(encoder->bytes());
  return Next::read;
}

ServerConnection::Next ServerConnection::refuse_stream(std::string_view why,
                                                       giop::Version version) {
  wire::Counters::count(context_.counters.bad_messages);
  log().info("{}: closed, because it sent {}", connection_->peer(), why);
  wire::EncoderLoan encoder;
  giop::put_message_error(*encoder, version);
  send_reply(encoder->bytes());
  replies_.finish();
  return Next::stop;
}

void ServerConnection::send_reply(Bytes message) {
  const std::array whole{message};
  const wire::Fragments fragments(whole, context_.options.fragment_bytes);
  const auto sent = replies_.send(fragments.pieces());
  if (!sent) {
    wire::Counters::count(context_.counters.replies_dropped);
    if (sent.error().fault != transport::Fault::closed) give_up(sent.error());
    return;
  }
  if (*sent == ReplyQueue::Sent::at_once)
    return wire::Counters::count(context_.counters.replies_sent);
  see_to(*sent);
}

void ServerConnection::see_to(ReplyQueue::Sent sent) {
  if (sent == ReplyQueue::Sent::late) late_.take_on(shared_from_this());
}

bool ServerConnection::send_late_replies() {
  const auto limit = context_.options.reply_timeout;
  const auto late = replies_.send_late(limit);
  if (!late && late.error().fault == transport::Fault::timed_out)
    log().warn("{}: closed, because it did not read its reply within {} ms (-ORBreplyTimeout)",
               connection_->peer(),
               std::chrono::duration_cast<std::chrono::milliseconds>(limit).count());
  if (!late)
    give_up(late.error());
  else if (replies_.resumes_reader())
    resume();
  return late && *late != ReplyQueue::Late::as_before;
}

void ServerConnection::drop_late_replies(std::string_view why) {
  log().warn("{}: closed with {} bytes of replies that it did not read: {}", connection_->peer(),
             late_bytes(), why);
  give_up({transport::Fault::out_of_resources});
}

// The reader finds the end of the connection.
void ServerConnection::give_up(const transport::Failure& failure) {
  replies_.fail(failure);
  connection_->shutdown();
  if (replies_.resumes_reader()) resume();
}

void ServerConnection::stop_reading() {
  connection_->stop_receiving();
  if (replies_.stops_pausing()) resume();
}

// Not a second time: that would say that all has been read.
void ServerConnection::say_goodbye() {
  if (!is_draining_) say_close_connection();
  replies_.finish();
}

void ServerConnection::say_close_connection() {
  wire::EncoderLoan encoder;
  giop::put_close_connection(*encoder, reassembler_.version());
  const auto sent = replies_.send(std::array{encoder->bytes()}, ReplyQueue::What::farewell);
  if (sent) see_to(*sent);
}

}  // namespace orbweaver::server
