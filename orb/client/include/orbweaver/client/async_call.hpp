// SPDX-License-Identifier: Apache-2.0
// An asynchronous two-way call: no thread waits for its reply. AMI, CORBA 3.3 Part 1, 17.
//
//   sending ─► in flight ─► done            the reply is the outcome
//                    └─► unsettled ─► invoking ─► done
//                          a forward, or a connection that closed before the request ran: the
//                          reply thread, or a thread that waits for the call, invokes it again
//
// The caller's thread sends the request, so the calls of one thread are sent in their order. A
// thread of the connection reads the replies (ClientConnection::add_async).
#pragma once
#include <orbweaver/client/client_request.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

namespace orbweaver::client {

class AsyncWindow;

/// One asynchronous call. The caller that waits for the outcome, and the connection that receives
/// the reply, share it.
class AsyncCall : public std::enable_shared_from_this<AsyncCall> {
 public:
  /// How the outcome is delivered: to a thread that waits for it, or by a call of settled().
  enum class Manner { polled, called_back };

  /// `operation` must outlive the call.
  AsyncCall(std::shared_ptr<Reference> target, std::string_view operation);
  virtual ~AsyncCall() = default;
  AsyncCall(const AsyncCall&) = delete;
  AsyncCall& operator=(const AsyncCall&) = delete;

  [[nodiscard]] Reference& target() const noexcept { return *target_; }
  [[nodiscard]] const ClientRequest& request() const noexcept { return request_; }
  /// Put the arguments into it; it copies all of them. Do not call it if there are none.
  [[nodiscard]] cdr::Encoder& arguments() { return request_.arguments(); }

  /// Sends the request. Blocks until the transport has taken it, and while the connection has its
  /// largest number of calls under way (see AsyncWindow); up to the timeout, which begins here.
  /// Fails: completed no; throws std::bad_alloc. The call is not under way then, and settled() is
  /// not called.
  [[nodiscard]] Result<void, wire::CallFailure> send(Manner manner);
  /// For an object of this ORB: returns the function that is to run in the object's lane. It runs
  /// `body`, which stores its results itself. The deadline is set here. If `body` has not begun by
  /// then, it does not run, and the outcome is a timeout; the lane notices this when it comes to
  /// the call, or a thread that waits for the call does.
  [[nodiscard]] std::function<void()> local_invocation(Manner manner, std::function<void()> body);
  [[nodiscard]] Deadline deadline() const noexcept { return deadline_; }
  /// Like local_invocation(), but runs `body` on the calling thread.
  void invoke_here(Manner manner, const std::function<void()>& body);

  [[nodiscard]] bool is_done() const;
  /// Blocks until the outcome is available, up to the deadline. Returns whether it is.
  bool wait(Deadline deadline);
  /// The caller does not want the outcome any more. Sends a CancelRequest if the server has not
  /// answered yet.
  void abandon() noexcept;
  /// Requires: the call was sent, and is done.
  [[nodiscard]] Result<Reply, wire::CallFailure>& outcome() noexcept { return outcome_; }

  // The following functions are for connections and the reply thread.

  /// Call it before the request is sent over `connection`. Returns the number of the attempt.
  [[nodiscard]] Result<std::uint64_t, wire::CallFailure> prepare(ClientConnection& connection,
                                                                 std::uint32_t request_id,
                                                                 wire::Overflow overflow,
                                                                 Deadline deadline);
  /// Ends the attempt of prepare(). Call it if the request was not sent.
  void withdraw() noexcept;
  /// Takes the answer to an attempt: the reply, or a failure. The connection calls it once for each
  /// attempt, unless the call was withdrawn or abandoned.
  void settle(std::uint64_t attempt, Result<giop::Message, wire::CallFailure> answer) noexcept;
  /// Brings the call to its outcome on the calling thread, which is the reply thread if there is
  /// one, and calls settled(). A call that is not settled yet is invoked again, which blocks.
  void settle_here() noexcept;

 protected:
  /// Hook for the subclass. With Manner::called_back it is called once, on the reply thread, when
  /// the outcome is there. It must not throw.
  virtual void settled() noexcept {}

 private:
  friend class CallQueue;
  using Lock = std::unique_lock<os::Mutex>;
  enum class State { sending, in_flight, unsettled, invoking, done };

  [[nodiscard]] Result<void, wire::CallFailure> send_or_withdraw();
  void settle_answer(Result<giop::Message, wire::CallFailure> answer) noexcept;
  void invoke_again() noexcept;
  void settle_outcome(Result<Reply, wire::CallFailure> outcome) noexcept;
  void leave_window() noexcept;
  void invoke_local(const std::function<void()>& body);
  [[nodiscard]] State wait_once(Deadline deadline, bool may_invoke);
  [[nodiscard]] bool give_up_local(Lock& lock);

  std::shared_ptr<Reference> target_;
  cdr::Encoder encoder_;
  ClientRequest request_;
  Manner manner_ = Manner::polled;
  Deadline deadline_ = Deadline::never();

  mutable os::Mutex mutex_;
  os::ConditionVariable changed_;
  State state_ = State::sending;
  bool is_abandoned_ = false;
  bool is_local_ = false;  // the call runs in a lane of this ORB
  std::uint64_t attempt_ = 0;
  std::optional<Result<giop::Message, wire::CallFailure>> early_;  // answered while sending
  std::weak_ptr<ClientConnection> connection_;                     // that took the request
  std::uint32_t request_id_ = 0;
  std::shared_ptr<AsyncWindow> window_;  // null: it is not counted
  Result<Reply, wire::CallFailure> outcome_;
  std::shared_ptr<AsyncCall> next_;  // the next call in the CallQueue, if any
};

}  // namespace orbweaver::client
