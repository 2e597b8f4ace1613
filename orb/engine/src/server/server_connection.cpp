#include "server/server_connection.hpp"

#include "server/reader_watch.hpp"
#include "server/request_job.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/engine/encoder_loan.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orbweaver::engine {

using giop::MessageType;

namespace {

// A client that never stops sending does not keep the others from the threads that read for all.
constexpr int kMessagesPerTurn = 64;
constexpr std::size_t kTimedOneIn = 8;
// A row that takes longer is no better than one long request, however brief each of them is.
constexpr Nanoseconds kBriefRow = 4 * ServiceTime::kBrief;

Nanoseconds time_of_each(Nanoseconds row, std::size_t requests) noexcept {
  return row > kBriefRow ? row : row / static_cast<Nanoseconds::rep>(requests);
}

}  // namespace

ServerConnection::ServerConnection(std::unique_ptr<transport::Connection> connection, OrbCore& orb)
    : connection_(std::move(connection)),
      orb_(orb),
      queue_(*connection_, orb.options().send_watermarks, orb.counters()),
      reassembler_({.max_message_size = orb.options().max_message_size}) {}

ServerConnection::Next ServerConnection::read_one() {
  if (kept_) return take(*std::exchange(kept_, std::nullopt));
  auto frame = connection_->receive(Deadline::never());
  return frame ? take(std::move(*frame)) : end(frame.error());
}

ServerConnection::Next ServerConnection::read_available() {
  for (int messages = 0; messages < kMessagesPerTurn; ++messages) {
    auto frame = kept_ ? std::exchange(kept_, std::nullopt) : connection_->try_receive();
    if (!frame) return end(frame.error());
    if (!*frame) return Next::read;
    if (const auto next = take(std::move(**frame)); next != Next::read) return next;
  }
  return Next::read_more;
}

// The connection may end, and its reader let go of it, before on_resume_ has returned. What throws
// in here (memory is out) must end the program: a connection that is never resumed would be a hang
// that nobody understands. NOLINTNEXTLINE(bugprone-exception-escape)
void ServerConnection::resume() noexcept {
  const auto alive = shared_from_this();
  on_resume_();
}

ServerConnection::Next ServerConnection::end(const transport::Failure& failure) {
  if (failure.fault == transport::Fault::bad_frame) {
    const auto refused = connection_->refused_header();
    if (refused.empty()) return refuse_stream("what its transport never sends");
    const auto header = giop::parse_header(refused, orb_.options().max_message_size);
    return refuse_stream(header ? "a frame that is not GIOP" : giop::describe(header.error()));
  }
  return Next::stop;
}

ServerConnection::Next ServerConnection::take(Frame frame) {
  auto message = reassembler_.accept(std::move(frame));
  if (!message) return refuse_stream(giop::describe(message.error()));
  return *message ? handle(std::move(**message)) : Next::read;
}

ServerConnection::Next ServerConnection::handle(giop::Message message) {
  switch (message.header.type) {
    case MessageType::request:
      return handle_request(std::move(message));
    case MessageType::locate_request:
      return handle_locate_request(message);
    case MessageType::cancel_request:
      return Next::read;  // CORBA 3.3 Part 2, 9.4.4: a server may ignore it, and a started request
                          // is not undone
    case MessageType::close_connection:
    case MessageType::message_error:
      return Next::stop;
    default:
      return refuse_stream("a message that only a server sends");
  }
}

ServerConnection::Next ServerConnection::handle_request(giop::Message message) {
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  const auto header = giop::decode_request(decoder);
  if (!decoder.ok()) return refuse_stream("a request whose header does not fit");
  Counters::count(orb_.counters().requests_received);
  decoder.set_context(&orb_);

  auto object = find(header.object_key);
  if (!object || !object->is_active())
    return refuse_request(header, Exception::object_not_exist, Minor::no_such_object);
  using Fate = StreamRequest::Fate;
  auto fate = Fate::run;
  if (header.response == giop::ResponseFlags::with_server &&
      !object->servant().has_operation(header.operation)) {
    refuse_request(header, Exception::bad_operation, Minor::no_such_operation);
    fate = Fate::was_refused;
  }
  if (const auto place = header.contexts.find(giop::kContextOrder)) {
    const auto stamp = giop::read_order_stamp(*place);
    if (!stamp) return refuse_stream("a place in a stream that does not exist");
    RequestJob request{orb_, shared_from_this(), object, std::move(message), header, decoder};
    return submit_in_stream(*object, {std::move(request), {stamp->stream, stamp->number}, fate},
                            header);
  }
  if (fate == Fate::was_refused) return Next::read;
  return submit(object, std::move(message), header, decoder);
}

std::shared_ptr<ActiveObject> ServerConnection::find(Bytes key) {
  if (as_text(key) == as_text(last_key_)) {
    auto object = last_object_.lock();
    if (object && object->is_active()) return object;
  }
  auto object = orb_.adapter().find(key);
  last_key_.assign(key.begin(), key.end());
  last_object_ = object;
  return object;
}

bool ServerConnection::may_run_here(ActiveObject& object) const noexcept {
  return watch_ != nullptr && object.dispatch() == Dispatch::lane &&
         object.service_time().is_brief() && object.lane().try_enter();
}

// Requires: this thread is in the object's lane. Others may wait behind the servant meanwhile,
// which is why the watch looks after it.
template <class Run>
ServerConnection::Next ServerConnection::run_here(ActiveObject& object, std::size_t requests,
                                                  Run run) {
  // The clock costs as much as a brief request: one in eight is timed, and the watch is there for
  // those that hang. Counted before this reader leaves: from then on another may stand in.
  const auto turns = brief_requests_ / kTimedOneIn;
  brief_requests_ += requests;
  const bool is_timed = brief_requests_ / kTimedOneIn != turns;
  auto& tenure = absence();
  tenure.leaves();
  watch_->wake();
  const auto started = is_timed ? now() : TimePoint{};
  run();
  if (is_timed) object.service_time().note(time_of_each(now() - started, requests));
  object.lane().leave();
  if (tenure.comes_back()) return Next::read;
  object.service_time().note_long();  // timed or not
  return Next::relieved;
}

// The row is whole before this reader leaves, and what does not belong to it is kept for whoever
// reads on.
ServerConnection::Next ServerConnection::run_row(ActiveObject& object, Frame behind,
                                                 WholeRequest first) {
  RequestRow row;
  const auto most = orb_.options().max_message_size;
  for (std::optional<Frame> next{std::move(behind)}; next; next = connection_->take_at_hand()) {
    if (row.is_full() || !row.take(*next, first.header.object_key, most)) {
      kept_ = std::move(next);
      break;
    }
  }
  Counters::count(orb_.counters().requests_received, row.size());
  return run_here(object, 1 + row.size(), [&] {
    run_request(orb_, this, object, first.frame, first.header, first.arguments);
    first.frame = {};
    for (auto& request : row.requests()) run_behind(object, *request);
  });
}

// An earlier one of the row may have deactivated the object.
void ServerConnection::run_behind(ActiveObject& object, WholeRequest& request) {
  request.arguments.set_context(&orb_);
  if (object.is_active())
    run_request(orb_, this, object, request.frame, request.header, request.arguments);
  else
    refuse_request(request.header, Exception::object_not_exist, Minor::no_such_object);
  request.frame = {};
}

bool ServerConnection::stand_in(Absence::Look look) {
  auto& tenure = absence();
  if (!tenure.stand_in(look)) return false;
  const auto free = std::ranges::find_if(tenures_, &Absence::is_over);
  auto& mine = free != tenures_.end() ? *free : tenures_.emplace_back();
  mine.begin_anew();
  absence_.store(&mine, std::memory_order_release);  // pairs with the acquire in absence()
  return true;
}

ServerConnection::Next ServerConnection::submit(const std::shared_ptr<ActiveObject>& object,
                                                giop::Message message,
                                                const giop::RequestHeader& header,
                                                const cdr::Decoder& arguments) {
  const auto request = RequestId{header};
  const bool wants_acknowledgement = header.response == giop::ResponseFlags::with_server;
  const bool is_in_lane = may_run_here(*object);
  // This thread runs it, and the client does not wait for that.
  const bool runs_here = is_in_lane || object->dispatch() == Dispatch::connection;
  if (wants_acknowledgement && runs_here) acknowledge(request.id);
  if (is_in_lane) {
    if (auto behind = connection_->take_at_hand())
      return run_row(*object, std::move(*behind), {std::move(message.frame), header, arguments});
    return run_here(*object, 1,
                    [&] { run_request(orb_, this, *object, message.frame, header, arguments); });
  }
  const auto intake = object->dispatcher().submit(
      std::make_unique<RequestJob>(orb_, shared_from_this(), object, std::move(message), header,
                                   arguments),
      *this);
  if (intake == dispatch::Intake::refused)
    return refuse_request(request, Exception::object_not_exist, Minor::no_such_object);
  if (wants_acknowledgement && !runs_here) acknowledge(request.id);
  return go_on_after(intake);
}

// Always through the lane, whatever the object's Dispatch: order is what the client asked for.
ServerConnection::Next ServerConnection::submit_in_stream(ActiveObject& object,
                                                          StreamRequest request, RequestId id) {
  if (request.fate() == StreamRequest::Fate::was_refused) id.response = giop::ResponseFlags::none;
  const bool wants_acknowledgement = id.response == giop::ResponseFlags::with_server;
  if (may_run_here(object)) {
    if (wants_acknowledgement) acknowledge(id.id);
    return run_here(object, 1, [&] { request.run(); });
  }
  const auto intake =
      object.lane().submit(std::make_unique<StreamRequest>(std::move(request)), *this);
  if (intake == dispatch::Intake::refused)
    return refuse_request(id, Exception::object_not_exist, Minor::no_such_object);
  if (wants_acknowledgement) acknowledge(id.id);
  return go_on_after(intake);
}

ServerConnection::Next ServerConnection::go_on_after(dispatch::Intake intake) {
  if (intake == dispatch::Intake::proceed) return Next::read;
  Counters::count(orb_.counters().pauses);
  return Next::pause;
}

void ServerConnection::acknowledge(std::uint32_t request_id) {
  EncoderLoan encoder;
  giop::begin_reply(*encoder, request_id, giop::ReplyStatus::no_exception);
  giop::finish_message(*encoder);
  send_reply(encoder->bytes());
}

ServerConnection::Next ServerConnection::refuse_request(RequestId request, Exception exception,
                                                        Minor minor) {
  Counters::count(orb_.counters().requests_refused);
  if (request.response == giop::ResponseFlags::none) return Next::read;
  EncoderLoan encoder;
  giop::put_system_exception_reply(*encoder, request.id,
                                   {std::string{repository_id(exception)},
                                    static_cast<std::uint32_t>(minor), giop::Completion::no});
  send_reply(encoder->bytes());
  return Next::read;
}

ServerConnection::Next ServerConnection::handle_locate_request(const giop::Message& message) {
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  const auto header = giop::decode_locate_request(decoder);
  if (!decoder.ok()) return refuse_stream("a locate request whose header does not fit");
  const auto object = orb_.adapter().find(header.object_key);
  EncoderLoan encoder;
  giop::put_locate_reply(*encoder, header.request_id,
                         object && object->is_active() ? giop::LocateStatus::object_here
                                                       : giop::LocateStatus::unknown_object);
  send_reply(encoder->bytes());
  return Next::read;
}

ServerConnection::Next ServerConnection::refuse_stream(std::string_view why) {
  Counters::count(orb_.counters().bad_messages);
  log().info("{}: closed, because it sent {}", connection_->peer(), why);
  EncoderLoan encoder;
  giop::put_message_error(*encoder);
  send_reply(encoder->bytes());
  connection_->finish_sending();
  return Next::stop;
}

void ServerConnection::send_reply(Bytes message) {
  if (queue_.send(std::array{message}, Deadline::after(orb_.options().reply_timeout))) {
    Counters::count(orb_.counters().replies_sent);
    return;
  }
  Counters::count(orb_.counters().replies_dropped);
  connection_->shutdown();
}

void ServerConnection::say_goodbye() {
  EncoderLoan encoder;
  giop::put_close_connection(*encoder);
  constexpr auto kFarewellTimeout = std::chrono::milliseconds(200);
  (void)queue_.send(std::array{encoder->bytes()}, Deadline::after(kFarewellTimeout));
  connection_->finish_sending();
}

}  // namespace orbweaver::engine
