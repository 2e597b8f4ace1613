// SPDX-License-Identifier: Apache-2.0
// Reads a client's connection and gives each reply to the call that waits for it. There is no
// thread for it: one of the callers that wait reads the connection for all of them; it leads. The
// others follow: they sleep until their reply has come, or they are to read next. A reply wakes its
// own caller, and a caller that stops reading wakes one that reads next.
// Scenarios: reply_router.cpp.
#pragma once
#include "async_replies.hpp"
#include "connection_parts.hpp"
#include "idle_probe.hpp"
#include "waiting_calls.hpp"

#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/os/atomic.hpp>

namespace orbweaver::client {

/// Requires the connection's lock, but for is_look_due().
class ReplyRouter {
 public:
  using Lock = ConnectionParts::Lock;

  ReplyRouter(ConnectionParts& parts, giop::ReassemblyLimits limits);

  /// Reads one frame, and routes it to the call that it is for. Releases the lock while it reads.
  /// Requires: no other thread reads.
  void lead(Lock& lock, Deadline deadline);
  /// Reads and routes the frames that have come, without blocking. If a server never stops sending,
  /// it reads some of its frames. Requires: no thread reads.
  void read_what_came(Lock& lock);
  /// Blocks until the reply to `call` is there, the connection has ended, or the deadline has
  /// passed. The lock may not be held afterwards, if the reply is there.
  /// Requires: `call` waits, or its reply is there. It does not wait when this returns.
  void wait(Lock& lock, WaitingCall& call, Deadline deadline);
  /// Ends the connection, unless it has ended.
  void fail(Lock& lock, const transport::ConnectionFailure& failure);
  /// Reads what has come, unless another thread reads, and notices if nothing can be sent any more.
  void look_for_end(Lock& lock);
  /// Call it when nothing can be sent any more. Ends the connection, unless replies may still come.
  void stop_sending(Lock& lock, const transport::ConnectionFailure& failure);
  /// Notes that the call does not wait any more.
  void leave(Lock& lock, WaitingCall& call);
  /// If no thread reads: wakes a waiting caller, or the AsyncReader, to read next.
  void hand_reading_on(Lock& lock);
  /// Ends a connection on which nothing can be sent when no call waits for a reply.
  void end_if_useless(Lock& lock);
  /// Wakes the calls that have no reply: there will be none. Requires: the end has been set.
  void release_calls(Lock& lock);

  /// Whether it is time to read the connection, to notice a server that has left: it was not read
  /// for a while. Any thread; no system call.
  [[nodiscard]] bool is_look_due() const noexcept;
  [[nodiscard]] bool is_in_use() const noexcept {
    return parts_.is_being_read || !waiting.is_empty() || !async.is_empty();
  }

  WaitingCalls waiting;
  AsyncReplies async;
  IdleProbe idle;

 private:
  enum class Woken { with_reply, to_look };
  [[nodiscard]] Woken follow(Lock& lock, WaitingCall& call, Deadline deadline);
  [[nodiscard]] Woken stop_following(Lock& lock, WaitingCall& call);
  void wake(Lock& lock, WaitingCall& follower);
  void settle(Lock& lock, WaitingCall& call, giop::Message message);
  void take_frame(Lock& lock, Frame frame);
  void route(Lock& lock, giop::Message message);
  void take_close(Lock& lock);
  void take_message_error(Lock& lock);
  ConnectionParts& parts_;
  Followers followers_;
  unsigned next_readers_ = 0;  // callers that were woken to read, and have not taken the lock yet
  giop::Reassembler reassembler_;
  os::Atomic<std::int64_t> next_look_ns_;
};

}  // namespace orbweaver::client
