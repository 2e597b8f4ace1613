// SPDX-License-Identifier: Apache-2.0
// Which thread runs a request, which order that keeps, and when the client gets the acknowledgement
// that it waits for with SYNC_WITH_SERVER. The reader is the thread that reads the connection; it
// sends each acknowledgement. A reply is sent by the thread that ran the request.
//
//   case                   runs on                      in order                  acknowledged
//   ---------------------  ---------------------------  ------------------------  ---------------
//   lane, brief servant,   the reader, as guest of the  all requests of the       before it runs
//   lane free              lane (and a row behind it)   object
//   lane, else             a pool thread in the lane    all requests of the       when the lane
//                                                       object                    has taken it
//   pool                   any thread of the pool       none                      when the pool
//                                                                                 has taken it
//   connection             the reader, as guest of the  all such requests of the  before it runs
//                          connection's own lane        connection
//   connection, while the  a pool thread in the         all such requests of the  before it is
//   servant of an earlier  connection's own lane        connection                queued
//   request waits
//   priority (RealTime),   a thread of the lane that    those of the same         when the lane
//   lane or pool           the priority chooses         priority lane; pool:      has taken it
//                                                       none
//   number in a series     as with lane, whatever the   the numbers of the        before it runs,
//                          Dispatch                     series: the sequencer     or when the lane
//                                                       holds early ones          has taken it
//
// With a priority, connection is as without one, but the servant runs at the priority. With lane or
// pool, a request is refused at once if the buffer of the pool has no room for it.
//
// The first case also needs Dispatch::lane; a watch, which gives the connection another reader when
// a servant hangs; a connection that is not draining; and an object without threads of its own.
//
// Two kinds of requests do not come here: those of collocated callers (orb/engine), and datagrams
// (datagram_endpoint.hpp).
#include "request_dispatch.hpp"

#include "request_job.hpp"
#include "server_connection.hpp"

#include <orbweaver/server/active_object.hpp>
#include <orbweaver/server/server_context.hpp>

#include <utility>

namespace orbweaver::server {

Next RequestDispatch::submit(const std::shared_ptr<ActiveObject>& object, giop::Message message,
                             const giop::RequestHeader& header, const cdr::Decoder& arguments) {
  if (auto guest = inline_.try_enter(*object))
    return inline_.run(*object, guest, std::move(message), header, arguments);
  if (object->dispatch() == wire::Dispatch::connection)
    return submit_in_order_of_connection(object, std::move(message), header, arguments);
  if (object->real_time() != nullptr) [[unlikely]]
    return queued_.submit_by_priority(object, std::move(message), header, arguments);
  return queued_.submit(object, std::move(message), header, arguments);
}

// Always through the object's lane, whatever its Dispatch: order is what the client asked for. A
// request that was refused has got its answer, and only its number counts.
Next RequestDispatch::submit_in_series(ActiveObject& object, SeriesRequest request, RequestId id) {
  if (request.fate() == SeriesRequest::Fate::was_refused) id.response = giop::ResponseFlags::none;
  if (auto guest = inline_.try_enter(object))
    return inline_.run_numbered(object, guest, request, id);
  return queued_.submit_numbered(object, std::move(request), id);
}

// The lane is taken if the servant of an earlier request waits for a call of its own, and this
// thread reads on meanwhile.
Next RequestDispatch::submit_in_order_of_connection(const std::shared_ptr<ActiveObject>& object,
                                                    giop::Message&& message,
                                                    const giop::RequestHeader& header,
                                                    const cdr::Decoder& arguments) {
  const RequestId id{header};
  inline_.acknowledge(id);
  auto job = make_job(object, std::move(message), header, arguments);
  auto& lane = own_lane();
  if (LaneGuest guest{lane}) return inline_.run_for_connection(guest, std::move(job));
  return queued_.submit_behind_reader(lane, std::move(job), id);
}

// With Dispatch::connection an adapter has no pool, and so no buffer, which might be full: the
// priority is that of the thread while it runs the request.
std::unique_ptr<dispatch::Job> RequestDispatch::make_job(
    const std::shared_ptr<ActiveObject>& object, giop::Message&& message,
    const giop::RequestHeader& header, const cdr::Decoder& arguments) const {
  RequestJob request{context_, owner_.shared_from_this(), object, std::move(message), header,
                     arguments};
  if (object->real_time() == nullptr) [[likely]]
    return std::make_unique<RequestJob>(std::move(request));
  const auto chosen = object->real_time()->choose_lane(header);
  return std::make_unique<PriorityJob>(std::move(request), chosen.priority, chosen.lane);
}

dispatch::Lane& RequestDispatch::own_lane() {
  if (!own_lane_) own_lane_ = context_.adapter.make_lane(nullptr);
  return *own_lane_;
}

}  // namespace orbweaver::server
