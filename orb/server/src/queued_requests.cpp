// SPDX-License-Identifier: Apache-2.0
#include "queued_requests.hpp"

#include "request_job.hpp"
#include "server_connection.hpp"

#include <orbweaver/server/active_object.hpp>
#include <orbweaver/server/server_context.hpp>

#include <utility>

namespace orbweaver::server {

Next QueuedRequests::submit(const std::shared_ptr<ActiveObject>& object, giop::Message&& message,
                            const giop::RequestHeader& header, const cdr::Decoder& arguments) {
  const RequestId id{header};
  auto job = std::make_unique<RequestJob>(context_, owner_.shared_from_this(), object,
                                          std::move(message), header, arguments);
  return acknowledge_after(object->dispatcher().submit(std::move(job), owner_), id);
}

// A pool that is full refuses at once: RT-CORBA 1.2, 2.9.4.
Next QueuedRequests::submit_by_priority(const std::shared_ptr<ActiveObject>& object,
                                        giop::Message&& message, const giop::RequestHeader& header,
                                        const cdr::Decoder& arguments) {
  const RequestId id{header};
  const auto chosen = object->real_time()->choose_lane(header);
  RequestJob request{context_, owner_.shared_from_this(), object, std::move(message), header,
                     arguments};
  if (chosen.lane.buffer && !chosen.lane.buffer->take(request.size_bytes()))
    return refuse(id, wire::SystemExceptionKind::transient, wire::Minor::queue_full);
  auto job = std::make_unique<PriorityJob>(std::move(request), chosen.priority, chosen.lane);
  return acknowledge_after(chosen.lane.dispatcher->submit(std::move(job), owner_), id);
}

Next QueuedRequests::submit_numbered(ActiveObject& object, SeriesRequest&& request, RequestId id) {
  auto job = std::make_unique<SeriesRequest>(std::move(request));
  return acknowledge_after(object.lane().submit(std::move(job), owner_), id);
}

Next QueuedRequests::submit_behind_reader(dispatch::Lane& lane, std::unique_ptr<dispatch::Job> job,
                                          RequestId id) {
  return go_on_after(lane.submit(std::move(job), owner_), id);
}

Next QueuedRequests::acknowledge_after(dispatch::Intake intake, RequestId request) {
  const auto next = go_on_after(intake, request);
  const bool was_taken = intake == dispatch::Intake::proceed || intake == dispatch::Intake::pause;
  if (was_taken && request.response == giop::ResponseFlags::with_server)
    replies_.acknowledge(request);
  return next;
}

Next QueuedRequests::go_on_after(dispatch::Intake intake, RequestId request) {
  switch (intake) {
    case dispatch::Intake::proceed:
      return Next::read;
    case dispatch::Intake::pause:
      wire::Counters::count(context_.counters.pauses);
      return Next::pause;
    case dispatch::Intake::hopeless:
      return refuse(request, wire::SystemExceptionKind::no_resources,
                    wire::Minor::would_wait_for_itself);
    case dispatch::Intake::refused:
      break;
  }
  return refuse(request, wire::SystemExceptionKind::object_not_exist, wire::Minor::no_such_object);
}

Next QueuedRequests::refuse(RequestId request, wire::SystemExceptionKind exception,
                            wire::Minor minor) {
  replies_.refuse(request, exception, minor);
  return Next::read;
}

}  // namespace orbweaver::server
