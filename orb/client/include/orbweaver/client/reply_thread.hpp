// SPDX-License-Identifier: Apache-2.0
// The thread of an ORB for asynchronous calls. It runs their handlers. It also invokes calls again
// whose first reply is not the outcome: a forward, or a connection that closed.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <memory>

namespace orbweaver::client {

class AsyncCall;

/// Threads: any. The thread starts with the first call to settle.
class ReplyThread {
 public:
  ReplyThread();
  /// Calls stop().
  ~ReplyThread();
  ReplyThread(const ReplyThread&) = delete;
  ReplyThread& operator=(const ReplyThread&) = delete;

  /// Lets the thread run AsyncCall::settle_here(), in the order of these calls. After stop(), or if
  /// the thread cannot start, the caller runs it.
  void settle(std::shared_ptr<AsyncCall> call) noexcept;
  /// Blocks until all calls of settle() are settled. On the thread itself it returns at once.
  void stop() noexcept;
  /// Whether the calling thread is the reply thread of an ORB.
  [[nodiscard]] static bool is_here() noexcept;

 private:
  struct State;
  static void run(State& state);
  [[nodiscard]] bool queue(std::shared_ptr<AsyncCall>& call) noexcept;

  std::shared_ptr<State> state_;  // shared with the thread
};

}  // namespace orbweaver::client
