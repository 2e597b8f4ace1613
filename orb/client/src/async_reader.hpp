// The thread of a connection that hands over replies to asynchronous calls, for which no caller
// waits. It starts with the first such call, and leads while replies to them are due.
//
//   thread A (a caller that waits)               thread B (this one)
//   leads: reads the connection                  a reply is due, A reads: waits for `changed`
//   a reply for an asynchronous call comes:
//   route() keeps it and notifies                wakes, lets go of the lock, hands it over
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

  /// Unless it has started. Fails: no_resources, completed no.
  [[nodiscard]] Result<void, wire::CallFailure> start();
  /// Returns when all that was answered has been handed over; on the thread itself, at once: it
  /// ends when it has handed over what it has in hand.
  void stop() noexcept;

 private:
  using Lock = ConnectionParts::Lock;
  using Calls = AsyncReplies::Calls;
  void run();
  void read(Lock& lock);
  void give_up_late();
  void hand_over(Calls& answered) noexcept;

  ConnectionParts& parts_;
  ReplyRouter& router_;
  bool stops_ = false;
  bool* has_gone_ = nullptr;  // of a thread whose call was the last to know the connection
  os::Thread thread_;
};

}  // namespace orbweaver::client
