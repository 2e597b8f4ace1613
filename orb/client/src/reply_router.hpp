// Reads a client's connection and gives each reply to the call that waits for it. There is no
// thread for it: a caller that waits reads the connection itself.
//
//   thread A (a caller)                          thread B (another caller)
//   sends its request; the connection is
//   not being read: it leads, and reads          sends its request; A reads: it waits for `changed`
//   a reply comes, for B: route() puts it
//   into B's link and notifies                   wakes, has its reply, leaves
//   its own reply comes: it leaves the chain,
//   and notifies, so that another that waits
//   leads next
#pragma once
#include "async_replies.hpp"
#include "connection_parts.hpp"
#include "idle_probe.hpp"
#include "waiting_calls.hpp"

#include <orbweaver/giop/reassembler.hpp>

#include <atomic>

namespace orbweaver::client {

/// Requires the connection's lock, but for is_look_due().
class ReplyRouter {
 public:
  using Lock = ConnectionParts::Lock;

  ReplyRouter(ConnectionParts& parts, giop::ReassemblyLimits limits) noexcept;

  /// Reads one frame, for whichever call it is. The lock is let go of meanwhile. Requires: no other
  /// thread reads.
  void lead(Lock& lock, Deadline deadline);
  /// Takes what came, without blocking. Requires: no thread reads.
  void read_what_came(Lock& lock);
  /// Waits for the reply to `call`, which is in the chain; takes it out of the chain.
  void wait_for(Lock& lock, WaitingCall& call, Deadline deadline);
  /// Ends the connection, unless it has ended.
  void fail(Lock& lock, const transport::Failure& failure);
  /// The calls that are not answered will not be. After the end was set.
  void release_calls(Lock& lock);

  /// Whether the connection has not been read for so long that it should be, to notice a server
  /// that left. Any thread; costs no system call.
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
  std::atomic<std::int64_t> next_look_ns_;
};

}  // namespace orbweaver::client
