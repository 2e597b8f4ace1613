// SPDX-License-Identifier: Apache-2.0
// The thread of a connection that settles asynchronous calls, for which no caller waits. It starts
// with the first such call, and leads while replies to them are due.
//
//   thread A (a caller that waits)               thread B (this one)
//   leads: reads the connection                  a reply is due, A reads: waits for `changed`
//   a reply for an asynchronous call comes:
//   route() keeps it and notifies                wakes, lets go of the lock, settles the call
//   its own reply comes: it leaves, notifies     wakes: a reply is due and no thread reads: leads
#pragma once
#include "async_replies.hpp"
#include "reply_router.hpp"

#include <orbweaver/os/thread.hpp>

namespace orbweaver::client {

/// Threads: start() with the connection's lock, stop() without.
class AsyncReader {
 public:
  AsyncReader(ConnectionParts& parts, ReplyRouter& router) noexcept
      : parts_(parts), router_(router) {}

  /// Starts the thread, unless it has started. Fails: no_resources, completed no.
  [[nodiscard]] Result<void, wire::CallFailure> start();
  /// Blocks until all answered calls are settled. On the thread itself it returns at once; the
  /// thread ends when it has settled the calls that it has taken.
  void stop() noexcept;

 private:
  using Lock = ConnectionParts::Lock;
  using Calls = AsyncReplies::Calls;
  void run();
  void read(Lock& lock);
  void give_up_late();
  void settle(Calls& answered) noexcept;

  ConnectionParts& parts_;
  ReplyRouter& router_;
  bool stops_ = false;
  bool* has_gone_ = nullptr;  // set if the thread's own call ended the connection
  os::Thread thread_;
};

}  // namespace orbweaver::client
