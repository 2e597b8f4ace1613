// SPDX-License-Identifier: Apache-2.0
#include "inline_requests.hpp"

#include "reader_watch.hpp"
#include "request_job.hpp"
#include "server_connection.hpp"

#include <orbweaver/server/server_context.hpp>
#include <orbweaver/wire/serving_reader.hpp>

#include <new>

namespace orbweaver::server {

namespace {

constexpr std::size_t kTimedOneIn = 8;
// A row that takes longer counts as a long request, however brief each of its requests is.
constexpr Nanoseconds kBriefRow = 4 * ServiceTime::kBrief;

Nanoseconds time_of_each(Nanoseconds row, std::size_t requests) noexcept {
  return row > kBriefRow ? row : row / static_cast<Nanoseconds::rep>(requests);
}

}  // namespace

Next InlineRequests::run(ActiveObject& object, LaneGuest& guest, giop::Message&& message,
                         const giop::RequestHeader& header, const cdr::Decoder& arguments) {
  acknowledge(header);
  if (auto behind = parts_.connection.take_at_hand())
    return run_row(object, guest, std::move(*behind),
                   {std::move(message.frame), header, arguments});
  return run_here(object, guest, 1, [&](LaneGuest& in_lane, ServiceTime* timed) {
    GuestRun run{in_lane, timed};
    run_request(parts_.context, &parts_.owner, object, message.frame, header, arguments, run);
  });
}

Next InlineRequests::run_numbered(ActiveObject& object, LaneGuest& guest, SeriesRequest& request,
                                  RequestId id) {
  acknowledge(id);
  return run_here(object, guest, 1, [&](LaneGuest&, ServiceTime*) { request.run(); });
}

void InlineRequests::acknowledge(RequestId request) {
  if (request.response == giop::ResponseFlags::with_server) parts_.replies.acknowledge(request);
}

Next InlineRequests::run_for_connection(LaneGuest& guest, std::unique_ptr<dispatch::Job> job) {
  wire::ServingReader reader{parts_.handoffs.present(), watch_};
  job->run();
  job.reset();
  guest.end();
  return reader.was_handed_over() ? Next::handed_over : Next::read;
}

// Requires: this thread is in the object's lane. `run` may leave it, and notes in the ServiceTime,
// if it gets one, how long servants take. Other requests of the connection wait behind the servant
// meanwhile, so the watch watches this thread. A failure for lack of memory ends the connection,
// but this thread learns in the usual way whether it still reads it.
template <class Run>
Next InlineRequests::run_here(ActiveObject& object, LaneGuest& guest, std::size_t requests,
                              Run run) {
  // The clock costs as much as a brief request: one request in eight is timed, and the watch finds
  // requests that hang. The count is made before this reader leaves: from then on another thread
  // may take over.
  const auto rounds = brief_requests_ / kTimedOneIn;
  brief_requests_ += requests;
  const bool is_timed = brief_requests_ / kTimedOneIn != rounds;
  auto& present = parts_.handoffs.present();
  present.enter_servant();
  watch_->wake();
  try {
    run(guest, is_timed ? &object.service_time() : nullptr);
  } catch (const std::bad_alloc&) {
    parts_.replies.run_out_of_memory();
  }
  guest.end();
  if (present.return_to_reading()) return Next::read;
  object.service_time().note_long();  // timed or not
  return Next::handed_over;
}

// The row is whole before this reader leaves, and a frame that does not belong to it is kept for
// the thread that reads on.
Next InlineRequests::run_row(ActiveObject& object, LaneGuest& guest, Frame behind,
                             WholeRequest first) {
  RequestRow row;
  const auto most = parts_.context.options.max_message_size;
  for (std::optional<Frame> next{std::move(behind)}; next;
       next = parts_.connection.take_at_hand()) {
    if (row.is_full() || !row.take(*next, object, first.header.object_key, parts_.rights, most)) {
      kept_ = std::move(next);
      break;
    }
  }
  wire::Counters::count(parts_.context.counters.requests_received, row.size());
  // The code sets belong to the reader, and another thread may read meanwhile: the row has a copy.
  return run_here(object, guest, 1 + row.size(),
                  [&, code_sets = parts_.code_sets.forms()](LaneGuest&, ServiceTime* timed) {
                    const auto started = timed != nullptr ? now() : TimePoint{};
                    run_request(parts_.context, &parts_.owner, object, first.frame, first.header,
                                first.arguments);
                    first.frame = {};
                    for (auto& request : row.requests()) run_behind(object, *request, code_sets);
                    if (timed != nullptr)
                      timed->note(time_of_each(now() - started, 1 + row.size()));
                  });
}

// An earlier request of the row may have deactivated the object.
void InlineRequests::run_behind(ActiveObject& object, WholeRequest& request,
                                cdr::CodeSets code_sets) {
  parts_.cancelled.forget(request.header.request_id);
  request.arguments.set_context(parts_.context.decoding);
  request.arguments.set_limits(parts_.context.options.decode_limits);
  request.arguments.set_code_sets(code_sets);
  if (object.is_active())
    run_request(parts_.context, &parts_.owner, object, request.frame, request.header,
                request.arguments);
  else
    parts_.replies.refuse(request.header, wire::SystemExceptionKind::object_not_exist,
                          wire::Minor::no_such_object);
  request.frame = {};
}

}  // namespace orbweaver::server
