// SPDX-License-Identifier: Apache-2.0
#include "orderly_close.hpp"

#include <utility>

namespace orbweaver::client {

using wire::CallFailure;

namespace {

bool says_close_connection(const Frame& frame) noexcept {
  const auto header = giop::parse_header(frame.bytes(), frame.size());
  return header && header->type == giop::MessageType::close_connection;
}

}  // namespace

CallFailure OrderlyClose::not_ended_in_time() const {
  return {wire::SystemExceptionKind::timeout, wire::Minor::call_timed_out, giop::Completion::no,
          parts_.peer +
              ": the server closed the connection, and did not end it within the call timeout"};
}

Result<void, CallFailure> OrderlyClose::await(Lock& lock, Deadline deadline) {
  auto& p = parts_;
  look(lock);  // the end may have come already
  if (!p.end.awaits_server()) return {};
  if (until_.is_never()) until_ = Deadline::after(kLongest);
  const auto limit = deadline.is_never() || until_.moment() < deadline.moment() ? until_ : deadline;
  while (p.end.awaits_server() && !limit.has_passed()) {
    if (p.is_being_read)
      lock.wait_until(p.changed, limit.moment(),
                      [&] { return !p.end.awaits_server() || !p.is_being_read; });
    else
      read(lock, limit);
  }
  if (!p.end.awaits_server()) return {};
  if (!until_.has_passed()) return unexpected(not_ended_in_time());
  take(unexpected(transport::ConnectionFailure{}));  // the next call does not wait again
  return unexpected(CallFailure{wire::SystemExceptionKind::transient,
                                wire::Minor::connection_closed, giop::Completion::no,
                                p.peer + ": the server closed the connection, but did not end it"});
}

// Requires: no thread reads.
void OrderlyClose::read(Lock& lock, Deadline deadline) {
  parts_.is_being_read = true;
  lock.unlock();
  const auto frame = parts_.transport->receive(deadline);
  lock.lock();
  parts_.is_being_read = false;
  if (frame || frame.error().fault != transport::ConnectionFault::timed_out) take(frame);
  parts_.changed.notify_all();
}

// A second CloseConnection says that the server has read up to this client's end. So it counts only
// after this client has ended its side. A server of another ORB ends without a second one.
void OrderlyClose::take(const Received& frame) {
  if (frame && says_close_connection(*frame) && parts_.queue.has_finished()) {
    parts_.end.server_has_read_all();
    parts_.outcomes.settle_all();
    parts_.transport->release();
  } else {
    parts_.outcomes.count_uncertain();
    parts_.transport->shutdown();
    if (!parts_.end.has_lost_nothing()) parts_.end.server_has_gone();
  }
  parts_.changed.notify_all();
}

void OrderlyClose::look(Lock&) {
  if (parts_.is_being_read) return;
  while (parts_.end.awaits_server()) {
    auto frame = parts_.transport->try_receive();
    if (frame && !*frame) return;
    take(frame ? Received{std::move(**frame)} : unexpected(frame.error()));
  }
}

}  // namespace orbweaver::client
