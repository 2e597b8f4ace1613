// SPDX-License-Identifier: Apache-2.0
#include "datagram_endpoint.hpp"

#include "request_job.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/giop/datagram.hpp>
#include <orbweaver/server/server_context.hpp>

#include <new>

namespace orbweaver::server {

void DatagramEndpoint::start(const os::ThreadTraits& traits) {
  if (thread_.joinable()) return;
  auto mine = traits;
  mine.name = "ow-datagrams";
  thread_ = os::start_thread(mine, [this] { run(); });
}

void DatagramEndpoint::stop() noexcept {
  receiver_->stop();
  if (thread_.joinable()) thread_.join();
}

void DatagramEndpoint::run() noexcept {
  for (;;) {
    auto datagram = receiver_->receive();
    if (datagram)
      take(std::move(*datagram));
    else if (datagram.error().fault == transport::ConnectionFault::broken)
      return;
  }
}

void DatagramEndpoint::refuse() {
  wire::Counters::count(context_.counters.datagrams_refused);
  const auto here = to_string(address());
  warn_seldom(
      context_.notices.stream_refused.of(here),
      "{}: a datagram was refused: it is not exactly one one-way request with a place in its "
      "order",
      here);
}

// Without memory the datagram is dropped, as a full lane drops it.
void DatagramEndpoint::take(Frame datagram) noexcept try {
  auto& counters = context_.counters;
  wire::Counters::count(counters.datagrams_received);
  auto request = giop::read_datagram(datagram.bytes());
  if (!request) return refuse();
  wire::Counters::count(counters.requests_received);
  request->arguments.set_context(context_.decoding);
  request->arguments.set_limits(context_.options.decode_limits);
  auto object = context_.adapter.find(request->header.object_key);
  if (!object || !object->is_active() || !object->gate().is_open())
    return wire::Counters::count(counters.requests_refused);
  auto& lane = object->lane();
  RequestJob job{context_,          nullptr,
                 std::move(object), {request->message, std::move(datagram)},
                 request->header,   request->arguments};
  const dispatch::SeriesStamp stamp{request->stamp.series, request->stamp.number};
  std::unique_ptr<dispatch::Job> in_series =
      std::make_unique<SeriesRequest>(std::move(job), stamp, SeriesRequest::Fate::run);
  const auto intake = lane.submit_when_room(in_series, Deadline::at(now()));
  if (intake == dispatch::Intake::pause) wire::Counters::count(counters.datagrams_dropped);
  if (intake == dispatch::Intake::refused) wire::Counters::count(counters.requests_refused);
} catch (const std::bad_alloc&) {
  wire::Counters::count(context_.counters.datagrams_dropped);
}

}  // namespace orbweaver::server
