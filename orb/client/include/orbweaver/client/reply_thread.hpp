// The one thread of an ORB on which the handlers of asynchronous calls run, and on which calls that
// are not settled by their first reply (a forward, a connection that closed) go on.
#pragma once
#include <memory>
#include <mutex>

namespace orbweaver::client {

class AsyncCall;

/// Threads: any. The thread starts with the first call that is posted.
class ReplyThread {
 public:
  ReplyThread();
  /// As stop().
  ~ReplyThread();
  ReplyThread(const ReplyThread&) = delete;
  ReplyThread& operator=(const ReplyThread&) = delete;

  /// Has the thread run AsyncCall::proceed(), in the order of the posts. After stop(), or without
  /// a thread, the caller does it.
  void post(std::shared_ptr<AsyncCall> call);
  /// Returns when all that was posted has run; called on the thread itself, at once.
  void stop() noexcept;
  /// Whether the calling thread is one of these.
  [[nodiscard]] static bool is_here() noexcept;

 private:
  struct State;
  static void run(State& state);
  [[nodiscard]] bool take(std::shared_ptr<AsyncCall>& call);

  std::shared_ptr<State> state_;  // the thread's, too
};

}  // namespace orbweaver::client
