// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/async_call.hpp>

#include <orbweaver/wire/nested_wait.hpp>
#include "async_replies.hpp"
#include "async_window.hpp"
#include "client_connection.hpp"
#include "out_of_memory.hpp"

#include <orbweaver/client/client.hpp>
#include <orbweaver/os/blocked_thread.hpp>

#include <new>
#include <optional>
#include <utility>

namespace orbweaver::client {

namespace {

wire::CallFailure not_begun_in_time() {
  return {wire::SystemExceptionKind::timeout, wire::Minor::not_begun_in_time, giop::Completion::no,
          "the object was busy with earlier requests for the whole call timeout"};
}

}  // namespace

AsyncCall::AsyncCall(std::shared_ptr<Reference> target, std::string_view operation)
    : target_(std::move(target)), request_(*target_, operation, encoder_) {
  request_.copy_arguments();
}

Result<void, wire::CallFailure> AsyncCall::send(Manner manner) {
  manner_ = manner;
  deadline_ = request_.deadline();
  if (auto sent = send_or_withdraw(); !sent) return sent;
  std::optional<Result<giop::Message, wire::CallFailure>> early;
  {
    const Lock lock(mutex_);
    early = std::move(early_);
    if (!early) state_ = State::in_flight;
  }
  if (early) settle_answer(std::move(*early));
  return {};
}

Result<void, wire::CallFailure> AsyncCall::send_or_withdraw() try {
  return request_.send_async(*this, deadline_);
} catch (const std::bad_alloc&) {
  withdraw();
  throw;
}

Result<std::uint64_t, wire::CallFailure> AsyncCall::prepare(ClientConnection& connection,
                                                            std::uint32_t request_id,
                                                            wire::Overflow overflow,
                                                            Deadline deadline) {
  auto window = connection.async_window();
  if (auto entered = window->enter(overflow, deadline); !entered)
    return unexpected(std::move(entered.error()));
  const Lock lock(mutex_);
  window_ = std::move(window);
  connection_ = connection.weak_from_this();
  request_id_ = request_id;
  return ++attempt_;
}

void AsyncCall::withdraw() noexcept {
  std::shared_ptr<ClientConnection> connection;
  {
    const Lock lock(mutex_);
    ++attempt_;
    early_.reset();
    connection = connection_.lock();
  }
  if (connection) connection->remove_async(request_id_, ClientConnection::Cancelling::no);
  leave_window();
}

void AsyncCall::leave_window() noexcept {
  std::shared_ptr<AsyncWindow> window;
  {
    const Lock lock(mutex_);
    window = std::move(window_);
  }
  if (window) window->leave();
}

void AsyncCall::settle(std::uint64_t attempt,
                       Result<giop::Message, wire::CallFailure> answer) noexcept {
  {
    const Lock lock(mutex_);
    if (attempt != attempt_ || is_abandoned_) return;
    if (state_ == State::sending) {
      early_ = std::move(answer);
      return;
    }
  }
  settle_answer(std::move(answer));
}

// Only one thread takes the answer: that thread alone uses the request now.
void AsyncCall::settle_answer(Result<giop::Message, wire::CallFailure> answer) noexcept {
  auto reply = unless_out_of_memory([&] { return request_.read(std::move(answer)); });
  if (request_.is_final(reply)) {
    settle_outcome(std::move(reply));
    if (manner_ == Manner::called_back) target_->client().reply_thread().settle(shared_from_this());
    return;
  }
  {
    const Lock lock(mutex_);
    outcome_ = std::move(reply);
    state_ = State::unsettled;
    changed_.notify_all();
  }
  target_->client().reply_thread().settle(shared_from_this());
}

void AsyncCall::invoke_again() noexcept {
  bool is_wanted = false;
  {
    const Lock lock(mutex_);
    if (state_ != State::unsettled) return;
    state_ = State::invoking;
    is_wanted = !is_abandoned_;
  }
  settle_outcome(unless_out_of_memory([&] {
    return is_wanted ? request_.invoke_again(std::move(outcome_), deadline_) : std::move(outcome_);
  }));
}

void AsyncCall::settle_outcome(Result<Reply, wire::CallFailure> outcome) noexcept {
  if (manner_ == Manner::polled) leave_window();
  const Lock lock(mutex_);
  outcome_ = std::move(outcome);
  state_ = State::done;
  changed_.notify_all();
}

void AsyncCall::settle_here() noexcept {
  invoke_again();
  if (manner_ != Manner::called_back) return;
  leave_window();
  settled();
}

bool AsyncCall::is_done() const {
  const Lock lock(mutex_);
  return state_ == State::done;
}

// A handler that waits for a call occupies the reply thread, so it does the thread's work itself.
bool AsyncCall::wait(Deadline deadline) {
  const bool may_invoke = deadline.is_never() || ReplyThread::is_here();
  for (;;) {
    switch (wait_once(deadline, may_invoke)) {
      case State::done:
        return true;
      case State::unsettled:
        invoke_again();
        break;
      default:
        return false;
    }
  }
}

// Returns the state of the call; if that is neither done nor unsettled, the deadline has passed.
// While a servant waits here, requests that its call led to may enter its lane.
AsyncCall::State AsyncCall::wait_once(Deadline deadline, bool may_invoke) {
  const auto is_ready = [&] {
    return state_ == State::done || (may_invoke && state_ == State::unsettled);
  };
  std::optional<wire::NestedWait> waits;
  if (const auto* const name = request_.token(); name != nullptr && !is_done())
    waits.emplace(*name);
  Lock lock(mutex_);
  const auto limit = is_local_ ? sooner(deadline, deadline_) : deadline;
  if (!os::wait_as_blocked(changed_, lock, limit, is_ready))
    return give_up_local(lock) ? State::done : State::in_flight;
  const auto state = state_;
  lock.unlock();  // first: the end of `waits` may block
  return state;
}

// A call in this ORB that has begun is waited for. A call that has not begun by its deadline never
// runs.
bool AsyncCall::give_up_local(Lock& lock) {
  if (!is_local_ || !deadline_.has_passed()) return false;
  if (state_ == State::sending) {
    outcome_ = unexpected(not_begun_in_time());
    state_ = State::done;
    changed_.notify_all();
  }
  changed_.wait(lock, [&] { return state_ == State::done; });
  return true;
}

void AsyncCall::abandon() noexcept {
  std::shared_ptr<ClientConnection> connection;
  {
    const Lock lock(mutex_);
    is_abandoned_ = true;
    if (state_ != State::in_flight) return;
    connection = connection_.lock();
  }
  if (connection) connection->remove_async(request_id_, ClientConnection::Cancelling::yes);
  leave_window();
}

// ---- objects of this ORB ----

std::function<void()> AsyncCall::local_invocation(Manner manner, std::function<void()> body) {
  manner_ = manner;
  deadline_ = request_.deadline();
  is_local_ = true;
  if (request_.may_overtake() == Overtaking::if_nested) request_.join_chain();
  return [self = shared_from_this(), body = std::move(body)] { self->invoke_local(body); };
}

void AsyncCall::invoke_here(Manner manner, const std::function<void()>& body) {
  manner_ = manner;
  invoke_local(body);
}

void AsyncCall::invoke_local(const std::function<void()>& body) {
  {
    const Lock lock(mutex_);
    if (state_ != State::sending) return;
    state_ = State::invoking;
  }
  const bool is_late = deadline_.has_passed();
  if (!is_late) body();
  settle_outcome(is_late ? Result<Reply, wire::CallFailure>{unexpected(not_begun_in_time())}
                         : Result<Reply, wire::CallFailure>{});
  if (manner_ == Manner::called_back) target_->client().reply_thread().settle(shared_from_this());
}

}  // namespace orbweaver::client
