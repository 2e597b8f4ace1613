// A two-way call that waits in no thread: AMI. CORBA 3.3 Part 1, 17.
//
//   launching ─► in flight ─► done            the reply said it all
//                    └─► unsettled ─► settling ─► done
//                          a forward, or a connection that closed before the request ran: the call
//                          goes on as a synchronous one, on the reply thread or on a thread that
//                          waits for it
//
// The request leaves in the thread of the caller, so that calls of one thread leave in their order.
// Replies are read by a thread of the connection (ClientConnection::expect).
#pragma once
#include <orbweaver/client/client_request.hpp>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

namespace orbweaver::client {

class AsyncWindow;

/// Shared by the caller that wants the outcome and the connection that the reply comes through.
class AsyncCall : public std::enable_shared_from_this<AsyncCall> {
 public:
  /// What learns of the outcome: a thread that waits for it, or finished().
  enum class Manner { polled, called_back };

  /// `operation` must outlive the call.
  AsyncCall(std::shared_ptr<Reference> target, std::string_view operation);
  virtual ~AsyncCall() = default;
  AsyncCall(const AsyncCall&) = delete;
  AsyncCall& operator=(const AsyncCall&) = delete;

  [[nodiscard]] Reference& target() const noexcept { return *target_; }
  [[nodiscard]] const ClientRequest& request() const noexcept { return request_; }
  /// For the arguments, all of which are copied. Not called if there are none.
  [[nodiscard]] cdr::Encoder& arguments() { return request_.arguments(); }

  /// Sends the request. Blocks until the transport has taken it, and while as many calls are under
  /// way on the connection as may be (see AsyncWindow), up to the timeout, which begins here.
  /// Fails: completed no; nothing is under way then, and finished() is not called.
  [[nodiscard]] Result<void, wire::CallFailure> start(Manner manner);
  /// To an object of this ORB: what is to run in the object's lane, and runs `body`, which keeps
  /// its results itself. One that has not begun by the deadline, which is set here, never does, and
  /// its outcome is a timeout: when its turn comes, or a thread waits for it.
  [[nodiscard]] std::function<void()> start_local(Manner manner, std::function<void()> body);
  [[nodiscard]] Deadline deadline() const noexcept { return deadline_; }
  /// As start_local(), but runs `body` in the calling thread.
  void run_here(Manner manner, const std::function<void()>& body);

  [[nodiscard]] bool is_done() const;
  /// Blocks until the outcome is there, or the deadline. True if it is there.
  bool wait(Deadline deadline);
  /// The outcome is not wanted any more: a CancelRequest goes out if the server has not answered
  /// yet.
  void abandon() noexcept;
  /// Of a call that was sent and is done.
  [[nodiscard]] Result<Reply, wire::CallFailure>& outcome() noexcept { return outcome_; }

  /// What follows is for connections and the reply thread.

  /// Before the request leaves through `connection`: the number of the attempt.
  [[nodiscard]] Result<std::uint64_t, wire::CallFailure> prepare(ClientConnection& connection,
                                                                 std::uint32_t request_id,
                                                                 wire::Overflow overflow,
                                                                 Deadline deadline);
  /// It did not leave.
  void withdraw() noexcept;
  /// Once for each attempt, unless it was withdrawn or abandoned.
  void answered(std::uint64_t attempt, Result<giop::Message, wire::CallFailure> answer) noexcept;
  void proceed() noexcept;

 protected:
  /// Called once if called_back, on the reply thread. Must not throw.
  virtual void finished() noexcept {}

 private:
  using Lock = std::unique_lock<std::mutex>;
  enum class State { launching, in_flight, unsettled, settling, done };

  void take(Result<giop::Message, wire::CallFailure> answer);
  void settle();
  void finish(Result<Reply, wire::CallFailure> outcome);
  void leave_window() noexcept;
  void run_local(const std::function<void()>& body);
  [[nodiscard]] State wait_once(Deadline deadline, bool may_settle);
  [[nodiscard]] bool give_up_local(Lock& lock);

  std::shared_ptr<Reference> target_;
  cdr::Encoder encoder_;
  ClientRequest request_;
  Manner manner_ = Manner::polled;
  Deadline deadline_ = Deadline::never();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::launching;
  bool is_abandoned_ = false;
  bool is_local_ = false;  // in a lane of this ORB
  std::uint64_t attempt_ = 0;
  std::optional<Result<giop::Message, wire::CallFailure>> early_;  // answered while launching
  std::weak_ptr<ClientConnection> connection_;                     // that it left through
  std::uint32_t request_id_ = 0;
  std::shared_ptr<AsyncWindow> window_;  // in which it has a place
  Result<Reply, wire::CallFailure> outcome_;
};

}  // namespace orbweaver::client
