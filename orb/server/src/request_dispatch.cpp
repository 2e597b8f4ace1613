#include "request_dispatch.hpp"
#include <orbweaver/wire/reader_turn.hpp>

#include "reader_watch.hpp"
#include "request_job.hpp"
#include "server_connection.hpp"

#include <orbweaver/server/server_context.hpp>

#include <algorithm>
#include <new>
#include <utility>

namespace orbweaver::server {

namespace {

constexpr std::size_t kTimedOneIn = 8;
// A row that takes longer is no better than one long request, however brief each of them is.
constexpr Nanoseconds kBriefRow = 4 * ServiceTime::kBrief;

bool was_taken(dispatch::Intake intake) noexcept {
  return intake == dispatch::Intake::proceed || intake == dispatch::Intake::pause;
}

Nanoseconds time_of_each(Nanoseconds row, std::size_t requests) noexcept {
  return row > kBriefRow ? row : row / static_cast<Nanoseconds::rep>(requests);
}

}  // namespace

LaneGuest RequestDispatch::try_enter(ActiveObject& object) const noexcept {
  const bool may_run_here = watch_ != nullptr && !parts_.idle.is_draining() &&
                            object.dispatch() == wire::Dispatch::lane &&
                            !object.has_own_threads() && object.service_time().is_brief();
  return may_run_here ? LaneGuest::enter_soon(object.lane()) : LaneGuest{};
}

// Requires: this thread is in the object's lane. `run` may leave it, and notes in the ServiceTime, if
// it gets one, how long servants take. Other requests of the connection wait behind the servant
// meanwhile, so the watch watches this thread. What fails for lack of memory meanwhile ends the
// connection, but this thread learns in the usual way whether it reads it still.
template <class Run>
Next RequestDispatch::run_here(ActiveObject& object, LaneGuest turn, std::size_t requests,
                               Run run) {
  // The clock costs as much as a brief request: one in eight is timed, and the watch is there for
  // those that hang. Counted before this reader leaves: from then on another may take over.
  const auto turns = brief_requests_ / kTimedOneIn;
  brief_requests_ += requests;
  const bool is_timed = brief_requests_ / kTimedOneIn != turns;
  auto& present = parts_.handoffs.present();
  present.enter_servant();
  watch_->wake();
  try {
    run(turn, is_timed ? &object.service_time() : nullptr);
  } catch (const std::bad_alloc&) {
    parts_.replies.run_out_of_memory();
  }
  turn.end();
  if (present.return_to_reading()) return Next::read;
  object.service_time().note_long();  // timed or not
  return Next::handed_over;
}

// The row is whole before this reader leaves, and what does not belong to it is kept for the thread
// that reads on.
Next RequestDispatch::run_row(ActiveObject& object, LaneGuest turn, Frame behind,
                              WholeRequest first) {
  RequestRow row;
  const auto most = parts_.context.options.max_message_size;
  for (std::optional<Frame> next{std::move(behind)}; next;
       next = parts_.connection.take_at_hand()) {
    if (row.is_full() || !row.take(*next, first.header.object_key, most)) {
      kept_ = std::move(next);
      break;
    }
  }
  wire::Counters::count(parts_.context.counters.requests_received, row.size());
  // Another thread may read meanwhile, and what the row counts on is the reader's.
  return run_here(object, std::move(turn), 1 + row.size(),
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

// An earlier one of the row may have deactivated the object.
void RequestDispatch::run_behind(ActiveObject& object, WholeRequest& request,
                                 cdr::CodeSets code_sets) {
  parts_.cancelled.forget(request.header.request_id);
  request.arguments.set_context(parts_.context.decoding);
  request.arguments.set_limits(parts_.context.options.decode_limits);
  request.arguments.set_code_sets(code_sets);
  if (object.is_active())
    run_request(parts_.context, &parts_.owner, object, request.frame, request.header,
                request.arguments);
  else
    parts_.replies.refuse(request.header, wire::Exception::object_not_exist,
                          wire::Minor::no_such_object);
  request.frame = {};
}

Next RequestDispatch::submit(const std::shared_ptr<ActiveObject>& object, giop::Message message,
                             const giop::RequestHeader& header, const cdr::Decoder& arguments) {
  const auto request = RequestId{header};
  const bool wants_acknowledgement = header.response == giop::ResponseFlags::with_server;
  auto turn = try_enter(*object);
  const bool is_in_lane{turn};
  // This thread runs it, and the client does not wait for that.
  const bool runs_here = is_in_lane || object->dispatch() == wire::Dispatch::connection;
  if (wants_acknowledgement && runs_here) parts_.replies.acknowledge(request);
  if (is_in_lane) {
    if (auto behind = parts_.connection.take_at_hand())
      return run_row(*object, std::move(turn), std::move(*behind),
                     {std::move(message.frame), header, arguments});
    return run_here(*object, std::move(turn), 1, [&](LaneGuest& in_lane, ServiceTime* timed) {
      GuestRun run{in_lane, timed};
      run_request(parts_.context, &parts_.owner, *object, message.frame, header, arguments, run);
    });
  }
  if (object->real_time() != nullptr) [[unlikely]]
    return submit_by_priority(object,
                              {parts_.context, parts_.owner.shared_from_this(), object,
                               std::move(message), header, arguments},
                              header);
  auto job = std::make_unique<RequestJob>(parts_.context, parts_.owner.shared_from_this(), object,
                                          std::move(message), header, arguments);
  if (runs_here) return run_in_turn(std::move(job), request);
  const auto intake = object->dispatcher().submit(std::move(job), parts_.owner);
  const auto next = go_on_after(intake, request);
  if (wants_acknowledgement && was_taken(intake)) parts_.replies.acknowledge(request);
  return next;
}

dispatch::Lane& RequestDispatch::own_lane() {
  if (!own_lane_) own_lane_ = parts_.context.adapter.make_lane(nullptr);
  return *own_lane_;
}

Next RequestDispatch::run_in_turn(std::unique_ptr<dispatch::Job> job, RequestId request) {
  auto& lane = own_lane();
  LaneGuest in_lane{lane};
  if (!in_lane) return go_on_after(lane.submit(std::move(job), parts_.owner), request);
  wire::ReaderTurn turn{parts_.handoffs.present(), watch_};
  job->run();
  job.reset();
  in_lane.end();
  return turn.was_handed_over() ? Next::handed_over : Next::read;
}

// A pool that is full says so at once: RT-CORBA 1.2, 2.9.4.
Next RequestDispatch::submit_by_priority(const std::shared_ptr<ActiveObject>& object,
                                         RequestJob request, const giop::RequestHeader& header) {
  const RequestId id{header};
  const auto& real_time = *object->real_time();
  const auto priority = real_time.priority_of(header);
  const auto& chosen = real_time.lane_of(priority.value_or(real_time.lanes.front().priority));
  if (chosen.buffer && !chosen.buffer->take(request.size_bytes()))
    return refuse(id, wire::Exception::transient, wire::Minor::queue_full);
  const bool wants_acknowledgement = header.response == giop::ResponseFlags::with_server;
  const bool runs_here = object->dispatch() == wire::Dispatch::connection;
  if (wants_acknowledgement && runs_here) parts_.replies.acknowledge(id);
  auto job = std::make_unique<PriorityJob>(std::move(request), priority, chosen);
  if (runs_here) return run_in_turn(std::move(job), id);
  const auto intake = chosen.dispatcher->submit(std::move(job), parts_.owner);
  const auto next = go_on_after(intake, id);
  if (wants_acknowledgement && was_taken(intake)) parts_.replies.acknowledge(id);
  return next;
}

// Always through the lane, whatever the object's Dispatch: order is what the client asked for.
Next RequestDispatch::submit_in_series(ActiveObject& object, SeriesRequest request, RequestId id) {
  if (request.fate() == SeriesRequest::Fate::was_refused) id.response = giop::ResponseFlags::none;
  const bool wants_acknowledgement = id.response == giop::ResponseFlags::with_server;
  if (auto turn = try_enter(object)) {
    if (wants_acknowledgement) parts_.replies.acknowledge(id);
    return run_here(object, std::move(turn), 1, [&](LaneGuest&, ServiceTime*) { request.run(); });
  }
  const auto intake =
      object.lane().submit(std::make_unique<SeriesRequest>(std::move(request)), parts_.owner);
  const auto next = go_on_after(intake, id);
  if (wants_acknowledgement && was_taken(intake)) parts_.replies.acknowledge(id);
  return next;
}

Next RequestDispatch::go_on_after(dispatch::Intake intake, RequestId request) {
  switch (intake) {
    case dispatch::Intake::proceed:
      return Next::read;
    case dispatch::Intake::pause:
      wire::Counters::count(parts_.context.counters.pauses);
      return Next::pause;
    case dispatch::Intake::hopeless:
      return refuse(request, wire::Exception::no_resources, wire::Minor::would_wait_for_itself);
    case dispatch::Intake::refused:
      break;
  }
  return refuse(request, wire::Exception::object_not_exist, wire::Minor::no_such_object);
}

Next RequestDispatch::refuse(RequestId request, wire::Exception exception, wire::Minor minor) {
  parts_.replies.refuse(request, exception, minor);
  return Next::read;
}

}  // namespace orbweaver::server
