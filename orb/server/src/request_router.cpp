// SPDX-License-Identifier: Apache-2.0
#include "request_router.hpp"

#include "caller_rights.hpp"
#include "connection_state.hpp"
#include "idle_close.hpp"
#include "reply_sender.hpp"
#include "request_dispatch.hpp"
#include "request_job.hpp"
#include "server_connection.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/server/object_adapter.hpp>
#include <orbweaver/server/server_context.hpp>
#include <orbweaver/wire/encoder_loan.hpp>
#include <orbweaver/wire/object_name.hpp>

#include <utility>

namespace orbweaver::server {

using giop::MessageType;

Next RequestRouter::route(giop::Message message) {
  switch (message.header.type) {
    case MessageType::request:
      wire::Counters::count(parts_.context.counters.requests_received);
      return handle_request(std::move(message));
    case MessageType::locate_request:
      return parts_.idle.is_draining() ? Next::read : handle_locate_request(message);
    case MessageType::cancel_request:
      return handle_cancel_request(message);
    case MessageType::close_connection:
    case MessageType::message_error:
      return Next::stop;
    default:
      return refuse_stream("a message that only a server sends", message.header.version);
  }
}

Next RequestRouter::handle_request(giop::Message message) {
  auto decoder = giop::body_of(message);
  const auto header = giop::decode_request(decoder, message.header.version);
  if (!decoder.ok())
    return refuse_stream("a request whose header does not fit", message.header.version);
  parts_.cancelled.forget(header.request_id);
  if (parts_.idle.is_draining() && header.response != giop::ResponseFlags::none) [[unlikely]]
    return Next::read;  // the client repeats it; it does not repeat a one-way request
  if (!parts_.code_sets.take(header, parts_.context.options.native_text))
    return refuse_request(header, wire::SystemExceptionKind::codeset_incompatible,
                          wire::Minor::no_common_code_set);
  decoder.set_context(parts_.context.decoding);
  decoder.set_limits(parts_.context.options.decode_limits);
  decoder.set_code_sets(parts_.code_sets.forms());

  auto object = last_object_.find(header.object_key, parts_.context.adapter);
  if (!object || !object->is_active()) return refuse_unknown_object(header);
  if (!object->gate().is_open()) [[unlikely]]
    return stop_at(*object, std::move(message), header);
  return submit(object, std::move(message), header, decoder);
}

// With SYNC_WITH_SERVER the client waits until the request is accepted, so the operation is looked
// up before. A request with a number in a series keeps its number though it is refused.
Next RequestRouter::submit(const std::shared_ptr<ActiveObject>& object, giop::Message message,
                           const giop::RequestHeader& header, const cdr::Decoder& arguments) {
  using Fate = SeriesRequest::Fate;
  auto fate = Fate::run;
  if (!parts_.rights.may_call(*object, header.operation)) [[unlikely]] {
    parts_.replies.refuse(header, wire::SystemExceptionKind::no_permission,
                          wire::Minor::denied_by_rules);
    fate = Fate::was_refused;
  } else if (header.response == giop::ResponseFlags::with_server &&
             !object->servant().has_operation(header.operation)) {
    refuse_request(header, wire::SystemExceptionKind::bad_operation,
                   wire::Minor::no_such_operation);
    fate = Fate::was_refused;
  }
  if (const auto order = header.contexts.find(giop::kContextOrder)) {
    const auto stamp = giop::read_order_stamp(*order);
    if (!stamp) return refuse_stream("a place in a series that does not exist", header.version);
    RequestJob request{parts_.context, parts_.connection.shared_from_this(),
                       object,         std::move(message),
                       header,         arguments};
    return parts_.dispatch.submit_in_series(
        *object, {std::move(request), {stamp->series, stamp->number}, fate}, header);
  }
  if (fate == Fate::was_refused) return Next::read;
  return parts_.dispatch.submit(object, std::move(message), header, arguments);
}

// The gate may change in between: a request that finds it open is routed anew.
Next RequestRouter::stop_at(ActiveObject& object, giop::Message message,
                            const giop::RequestHeader& header) {
  using Passage = AdapterGate::Passage;
  const auto gate = object.shared_gate();
  held_ = std::move(message);  // first: the gate may resume this connection before ask() returns
  switch (gate->ask(parts_.connection.shared_from_this(), parts_.context.watch_for(object))) {
    case Passage::wait:
      wire::Counters::count(parts_.context.counters.pauses);
      return Next::pause;
    case Passage::pass:
      return route_held();
    case Passage::ended:
      return Next::stop;
    case Passage::discard:
      held_.reset();
      return refuse_request(header, wire::SystemExceptionKind::transient,
                            wire::Minor::manager_refuses);
    case Passage::refuse:
    case Passage::full:  // returned to callers of this process only
      break;
  }
  held_.reset();
  return refuse_request(header, wire::SystemExceptionKind::obj_adapter,
                        wire::Minor::manager_refuses);
}

Next RequestRouter::route_held() { return handle_request(*std::exchange(held_, std::nullopt)); }

Next RequestRouter::refuse_unknown_object(const giop::RequestHeader& header) {
  const auto forward = parts_.context.forwards.find(header.object_key);
  if (!forward) return refuse_missing_object(header);
  if (header.response == giop::ResponseFlags::none) {
    wire::Counters::count(parts_.context.counters.requests_refused);
    return Next::read;
  }
  wire::EncoderLoan encoder;
  giop::put_forward_reply(*encoder, header.request_id, forward->to, forward->permanence,
                          header.version);
  parts_.replies.send(encoder->bytes());
  return Next::read;
}

// A client that keeps a reference across the server's restart learns of the restart.
Next RequestRouter::refuse_missing_object(const giop::RequestHeader& header) {
  constexpr auto kException = wire::SystemExceptionKind::object_not_exist;
  if (!parts_.context.adapter.is_key_of_other_run(header.object_key))
    return refuse_request(header, kException, wire::Minor::no_such_object);
  return refuse_request(header, kException, wire::Minor::object_of_other_run,
                        "the reference is of an earlier run of this server, or of another server, "
                        "and its object ended with that run: get the reference anew, or use a "
                        "PERSISTENT adapter, and -ORBserverName");
}

Next RequestRouter::handle_cancel_request(const giop::Message& message) {
  auto decoder = giop::body_of(message);
  parts_.cancelled.add(giop::decode_cancel_request(decoder));
  return Next::read;
}

Next RequestRouter::handle_locate_request(const giop::Message& message) {
  auto decoder = giop::body_of(message);
  const auto header = giop::decode_locate_request(decoder, message.header.version);
  if (!decoder.ok())
    return refuse_stream("a locate request whose header does not fit", message.header.version);
  const auto object = parts_.context.adapter.find(header.object_key);
  const bool is_here = object && object->is_active();
  const auto forward = is_here ? std::nullopt : parts_.context.forwards.find(header.object_key);
  wire::EncoderLoan encoder;
  if (forward)
    giop::put_locate_forward(*encoder, header.request_id, forward->to, forward->permanence,
                             message.header.version);
  else
    giop::put_locate_reply(
        *encoder, header.request_id,
        is_here ? giop::LocateStatus::object_here : giop::LocateStatus::unknown_object,
        message.header.version);
  parts_.replies.send(encoder->bytes());
  return Next::read;
}

Next RequestRouter::refuse_stream(std::string_view why, giop::Version version) {
  parts_.replies.refuse_stream(why, version);
  return Next::stop;
}

Next RequestRouter::refuse_request(const giop::RequestHeader& header,
                                   wire::SystemExceptionKind exception, wire::Minor minor,
                                   std::string_view reason) {
  if (header.response == giop::ResponseFlags::none) note_unheard(header, exception);
  parts_.replies.refuse(header, exception, minor, reason);
  return Next::read;
}

void RequestRouter::note_unheard(const giop::RequestHeader& header,
                                 wire::SystemExceptionKind exception) {
  const auto peer = parts_.connection.peer();
  warn_seldom(parts_.context.notices.arguments_refused.of(peer),
              "{}: a one-way call of {} of object {} was refused, and its caller does not learn of "
              "it: {}",
              peer, printable(header.operation), wire::name_of_key(header.object_key),
              wire::repository_id(exception));
}

}  // namespace orbweaver::server
