// SPDX-License-Identifier: Apache-2.0
#include "async_window.hpp"

#include <orbweaver/client/reply_thread.hpp>
#include <orbweaver/os/blocked_thread.hpp>

#include <string>

namespace orbweaver::client {

namespace {

wire::CallFailure no_room(wire::SystemExceptionKind exception, std::size_t most) {
  return {exception, wire::Minor::queue_full, giop::Completion::no,
          std::to_string(most) +
              " asynchronous calls are under way on the connection (-ORBasyncCalls): take their "
              "results first, or raise it"};
}

}  // namespace

Result<void, wire::CallFailure> AsyncWindow::enter(wire::Overflow overflow, Deadline deadline) {
  std::unique_lock lock(mutex_);
  const auto has_room = [&] { return taken_ < most_; };
  const bool may_wait = overflow != wire::Overflow::fail && !ReplyThread::is_here();
  if (!has_room() && !may_wait)
    return unexpected(no_room(wire::SystemExceptionKind::transient, most_));
  if (!os::wait_as_blocked(room_came_, lock, deadline, has_room))
    return unexpected(no_room(wire::SystemExceptionKind::timeout, most_));
  ++taken_;
  return {};
}

void AsyncWindow::leave() noexcept {
  const std::lock_guard lock(mutex_);
  --taken_;
  room_came_.notify_one();
}

}  // namespace orbweaver::client
