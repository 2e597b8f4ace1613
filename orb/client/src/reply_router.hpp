// Reads a client's connection and gives each reply to the call that waits for it. There is no
// thread for it: one of the callers that wait reads the connection for all of them; it leads.
// Scenarios: reply_router.cpp, wait_for().
#pragma once
#include "async_replies.hpp"
#include "connection_parts.hpp"
#include "idle_probe.hpp"
#include "waiting_calls.hpp"

#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/os/atomic.hpp>

namespace orbweaver::client {

/// All calls but is_look_due() require the connection's lock.
class ReplyRouter {
 public:
  using Lock = ConnectionParts::Lock;

  ReplyRouter(ConnectionParts& parts, giop::ReassemblyLimits limits);

  /// Reads one frame, and routes it to the call that it is for. Releases the lock while it reads.
  /// Requires: no other thread reads.
  void lead(Lock& lock, Deadline deadline);
  /// Takes and routes the frames that have come, without blocking; of a server that never stops
  /// sending only some. Requires: no thread reads.
  void read_what_came(Lock& lock);
  /// Blocks until the reply to `call` is there, the connection has ended, or the deadline has
  /// passed.
  /// Requires: `call` is in the chain. It is not when this returns.
  void wait_for(Lock& lock, WaitingCall& call, Deadline deadline);
  /// Ends the connection, unless it has ended.
  void fail(Lock& lock, const transport::Failure& failure);
  /// Reads what has come, unless another thread reads, and notices if nothing can be sent any more.
  void look_for_end(Lock& lock);
  /// Nothing can be sent any more. Ends the connection, unless replies may still come.
  void stop_sending(Lock& lock, const transport::Failure& failure);
  /// Takes the call out of the chain.
  void leave(Lock& lock, WaitingCall& call);
  /// Ends a connection on which nothing can be sent when no call waits for a reply.
  void end_if_useless(Lock& lock);
  /// Wakes the calls that have no reply: there will be none. Requires: the end has been set.
  void release_calls(Lock& lock);

  /// Whether the connection has not been read for so long that it is time to, to notice a server
  /// that has left. Any thread; no system call.
  [[nodiscard]] bool is_look_due() const noexcept;
  [[nodiscard]] bool is_in_use() const noexcept {
    return parts_.is_being_read || !waiting.is_empty() || !async.is_empty();
  }

  WaitingCalls waiting;
  AsyncReplies async;
  IdleProbe idle;

 private:
  void take_frame(Lock& lock, Frame frame);
  void route(Lock& lock, giop::Message message);
  void take_close(Lock& lock);
  void take_message_error(Lock& lock);
  [[nodiscard]] bool is_alone(const WaitingCall& call) const noexcept {
    return waiting.holds_only(call) && !async.is_reply_due();
  }

  ConnectionParts& parts_;
  giop::Reassembler reassembler_;
  os::Atomic<std::int64_t> next_look_ns_;
};

}  // namespace orbweaver::client
