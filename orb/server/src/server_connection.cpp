#include "server_connection.hpp"

#include "late_replies.hpp"
#include "reader_watch.hpp"
#include "request_job.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/server/server_context.hpp>
#include <orbweaver/wire/encoder_loan.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orbweaver::server {

using giop::MessageType;

namespace {

// A client that never stops sending does not keep the others from the threads that read for all.
constexpr int kMessagesPerTurn = 64;

// As said by giop, and how to fix it where a limit of Orbweaver is the reason.
std::string_view explain(giop::FramingError error) noexcept {
  if (error == giop::FramingError::too_large)
    return "a message that is larger than the limit (-ORBmaxMessageSize)";
  return giop::describe(error);
}
std::string_view explain(giop::ReassemblyError error) noexcept {
  using giop::ReassemblyError;
  switch (error) {
    case ReassemblyError::too_large:
      return "a message that is larger than the limit (-ORBmaxMessageSize)";
    case ReassemblyError::too_many:
      return "more messages in fragments at once than the limit (-ORBmaxFragmentedMessages)";
    case ReassemblyError::too_much:
      return "more bytes of incomplete messages than the limit (-ORBmaxFragmentedBytes)";
    default:
      return giop::describe(error);
  }
}

}  // namespace

ServerConnection::ServerConnection(std::unique_ptr<transport::Connection> connection,
                                   const ServerContext& context, LateReplies& late)
    : connection_(std::move(connection)),
      context_(context),
      replies_(*this, *connection_, context, late),
      reassembler_(context.options.reassembly_limits()),
      idle_(context.options),
      dispatch_(
          {*this, *connection_, context, replies_, cancelled_, code_sets_, idle_, handoffs_}) {}

Next ServerConnection::read_one() {
  if (replies_.pauses_reader()) return Next::pause;
  if (held_) return handle_request(*std::exchange(held_, std::nullopt));
  if (dispatch_.has_kept()) return take(*dispatch_.take_kept());
  auto frame = connection_->receive(idle_.next_look());
  if (frame) return take(std::move(*frame));
  if (frame.error().fault == transport::Fault::timed_out) return look_whether_idle();
  return end(frame.error());
}

Next ServerConnection::look_whether_idle() {
  constexpr long kReader = 1;
  const bool is_over = has_been_quiet() && close_idle(kReader);
  idle_.schedule_look();
  return is_over ? Next::stop : Next::read;
}

// A job that owes a reply holds the connection, and lets go of it when the reply is in the queue.
bool ServerConnection::owes_nothing(long owners) const {
  if (handoffs_.is_any_other_in_servant() || weak_from_this().use_count() != owners) return false;
  std::atomic_thread_fence(std::memory_order_acquire);  // with the owner that let go last
  return !dispatch_.has_kept() && !held_;
}

// A message that is incomplete does not keep it open: what is missing is taken while it drains.
bool ServerConnection::close_idle(long owners) {
  if (idle_.is_draining()) return cut();
  if (!owes_nothing(owners)) return false;
  if (!replies_.try_close_connection(reassembler_.version()))
    return idle_.has_been_deaf_for_long() && cut();
  idle_.begin_draining();
  wire::Counters::count(context_.counters.connections_closed_as_idle);
  return false;
}

// Without a second CloseConnection, as the client may be about to send still.
bool ServerConnection::cut() {
  const auto has_come =
      os::wait_until_ready(descriptor(), os::Readiness::readable, Deadline::at(now()));
  if (has_come.value_or(true)) return false;
  wire::Counters::count(context_.counters.connections_cut);
  log().info("{}: cut, because it was idle and the client did not end it (-ORBserverDrain)",
             connection_->peer());
  replies_.finish();
  return true;
}

Next ServerConnection::read_available() {
  for (int messages = 0; messages < kMessagesPerTurn; ++messages) {
    if (replies_.pauses_reader()) return Next::pause;
    if (held_) {
      const auto next = handle_request(*std::exchange(held_, std::nullopt));
      if (next != Next::read) return next;
      continue;
    }
    auto frame = dispatch_.has_kept() ? dispatch_.take_kept() : connection_->try_receive();
    if (!frame) return end(frame.error());
    if (!*frame) return Next::read;
    if (const auto next = take(std::move(**frame)); next != Next::read) return next;
  }
  return Next::read_more;
}

// A TCP socket has no credentials: the system answers with a user that does not exist.
bool ServerConnection::is_of_same_user() const noexcept {
  return os::peer_of(connection_->descriptor()) == os::Peer::same_user;
}

// The connection may end, and its reader let go of it, before on_resume_ has returned. What throws
// in here (memory is out) must end the program: a connection that is never resumed would be a hang
// with no visible cause. NOLINTNEXTLINE(bugprone-exception-escape)
void ServerConnection::resume() noexcept {
  const auto alive = shared_from_this();
  on_resume_();
}

Next ServerConnection::end(const transport::Failure& failure) {
  if (idle_.is_draining()) {
    if (failure.fault == transport::Fault::closed)
      replies_.say_close_connection(reassembler_.version());  // all that crossed has been submitted
    replies_.finish();
  }
  if (failure.fault == transport::Fault::bad_frame) {
    const auto refused = connection_->refused_header();
    if (refused.empty()) return refuse_stream("what its transport never sends", {});
    const auto header = giop::parse_header(refused, context_.options.max_message_size);
    return refuse_stream(header ? "a frame that is not GIOP" : explain(header.error()),
                         giop::version_to_answer(refused));
  }
  return Next::stop;
}

Next ServerConnection::take(Frame frame) {
  idle_.note_frame();
  auto message = reassembler_.accept(std::move(frame));
  if (!message) return refuse_stream(explain(message.error()));
  return *message ? handle(std::move(**message)) : Next::read;
}

Next ServerConnection::handle(giop::Message message) {
  switch (message.header.type) {
    case MessageType::request:
      wire::Counters::count(context_.counters.requests_received);
      return handle_request(std::move(message));
    case MessageType::locate_request:
      return idle_.is_draining() ? Next::read : handle_locate_request(message);
    case MessageType::cancel_request:
      return handle_cancel_request(message);
    case MessageType::close_connection:
    case MessageType::message_error:
      return Next::stop;
    default:
      return refuse_stream("a message that only a server sends");
  }
}

Next ServerConnection::handle_request(giop::Message message) {
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  const auto header = giop::decode_request(decoder, message.header.version);
  if (!decoder.ok()) return refuse_stream("a request whose header does not fit");
  cancelled_.forget(header.request_id);
  if (idle_.is_draining() && header.response != giop::ResponseFlags::none) [[unlikely]]
    return Next::read;  // its client repeats it; the others are not repeated
  if (!code_sets_.take(header, context_.options.native_text))
    return refuse_request(header, wire::Exception::codeset_incompatible,
                          wire::Minor::no_common_code_set);
  decoder.set_context(context_.decoding);
  decoder.set_limits(context_.options.decode_limits);
  decoder.set_code_sets(code_sets_.forms());

  auto object = last_object_.find(header.object_key, context_.adapter);
  if (!object || !object->is_active()) return refuse_unknown_object(header);
  if (!object->gate().is_open()) [[unlikely]]
    return stop_at(*object, std::move(message), header);
  using Fate = StreamRequest::Fate;
  auto fate = Fate::run;
  if (header.response == giop::ResponseFlags::with_server &&
      !object->servant().has_operation(header.operation)) {
    refuse_request(header, wire::Exception::bad_operation, wire::Minor::no_such_operation);
    fate = Fate::was_refused;
  }
  if (const auto place = header.contexts.find(giop::kContextOrder)) {
    const auto stamp = giop::read_order_stamp(*place);
    if (!stamp) return refuse_stream("a place in a stream that does not exist");
    RequestJob request{context_, shared_from_this(), object, std::move(message), header, decoder};
    return dispatch_.submit_in_stream(
        *object, {std::move(request), {stamp->stream, stamp->number}, fate}, header);
  }
  if (fate == Fate::was_refused) return Next::read;
  return dispatch_.submit(object, std::move(message), header, decoder);
}

// A change of the gate may come in between: a request that finds it open begins anew.
Next ServerConnection::stop_at(ActiveObject& object, giop::Message message,
                               const giop::RequestHeader& header) {
  using Passage = AdapterGate::Passage;
  const auto gate = object.shared_gate();
  held_ = std::move(message);  // first: the gate may resume this connection before ask() returns
  switch (gate->ask(shared_from_this(), context_.watch_for(object))) {
    case Passage::wait:
      wire::Counters::count(context_.counters.pauses);
      return Next::pause;
    case Passage::pass:
      return handle_request(*std::exchange(held_, std::nullopt));
    case Passage::ended:
      return Next::stop;
    case Passage::discard:
      held_.reset();
      return refuse_request(header, wire::Exception::transient, wire::Minor::manager_refuses);
    case Passage::refuse:
    case Passage::full:  // said to callers of this process only
      break;
  }
  held_.reset();
  return refuse_request(header, wire::Exception::obj_adapter, wire::Minor::manager_refuses);
}

Next ServerConnection::refuse_unknown_object(const giop::RequestHeader& header) {
  const auto forward = context_.forwards.find(header.object_key);
  if (!forward)
    return refuse_request(header, wire::Exception::object_not_exist, wire::Minor::no_such_object);
  if (header.response == giop::ResponseFlags::none) {
    wire::Counters::count(context_.counters.requests_refused);
    return Next::read;
  }
  wire::EncoderLoan encoder;
  giop::put_forward_reply(*encoder, header.request_id, forward->to, forward->permanence,
                          header.version);
  replies_.send(encoder->bytes());
  return Next::read;
}

Next ServerConnection::handle_cancel_request(const giop::Message& message) {
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  cancelled_.add(giop::decode_cancel_request(decoder));
  return Next::read;
}

Next ServerConnection::handle_locate_request(const giop::Message& message) {
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  const auto header = giop::decode_locate_request(decoder, message.header.version);
  if (!decoder.ok()) return refuse_stream("a locate request whose header does not fit");
  const auto object = context_.adapter.find(header.object_key);
  const bool is_here = object && object->is_active();
  const auto forward = is_here ? std::nullopt : context_.forwards.find(header.object_key);
  wire::EncoderLoan encoder;
  if (forward)
    giop::put_locate_forward(*encoder, header.request_id, forward->to, forward->permanence,
                             message.header.version);
  else
    giop::put_locate_reply(
        *encoder, header.request_id,
        is_here ? giop::LocateStatus::object_here : giop::LocateStatus::unknown_object,
        message.header.version);
  replies_.send(encoder->bytes());
  return Next::read;
}

Next ServerConnection::refuse_stream(std::string_view why, giop::Version version) {
  replies_.refuse_stream(why, version);
  return Next::stop;
}

Next ServerConnection::refuse_request(const RequestId& request, wire::Exception exception,
                                      wire::Minor minor) {
  replies_.refuse(request, exception, minor);
  return Next::read;
}

void ServerConnection::stop_reading() {
  connection_->stop_receiving();
  replies_.stop_pausing();
}

// Not a second time: that would say that all has been read.
void ServerConnection::say_close_connection() {
  if (!idle_.is_draining()) replies_.say_close_connection(reassembler_.version());
  replies_.finish();
}

}  // namespace orbweaver::server
