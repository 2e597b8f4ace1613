// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/reply_thread.hpp>

#include <orbweaver/client/async_call.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/os/thread.hpp>

#include <memory>
#include <new>
#include <system_error>
#include <utility>

namespace orbweaver::client {

// Asynchronous calls in the order in which they came. Each call holds the link to the next one, so
// the queue needs no memory, and a call is in one queue at most.
class CallQueue {
 public:
  [[nodiscard]] bool is_empty() const noexcept { return first_ == nullptr; }

  void push(std::shared_ptr<AsyncCall> call) noexcept {
    auto& end = is_empty() ? first_ : last_->next_;
    last_ = call.get();
    end = std::move(call);
  }

  /// Requires: not empty.
  [[nodiscard]] std::shared_ptr<AsyncCall> pop() noexcept {
    auto next = std::exchange(first_->next_, nullptr);
    return std::exchange(first_, std::move(next));
  }

 private:
  std::shared_ptr<AsyncCall> first_;
  AsyncCall* last_ = nullptr;  // not used while the queue is empty
};

namespace {

bool& is_reply_thread() noexcept { return os::PerThread<bool, struct ReplyThreadFlag>::value(); }

}  // namespace

struct ReplyThread::State {
  os::Mutex mutex;
  os::ConditionVariable changed;
  CallQueue calls;  // the AsyncWindows bound their number
  bool is_stopping = false;
  os::Thread thread;
};

ReplyThread::ReplyThread() : state_(std::make_shared<State>()) {}
ReplyThread::~ReplyThread() { stop(); }

bool ReplyThread::is_here() noexcept { return is_reply_thread(); }

void ReplyThread::settle(std::shared_ptr<AsyncCall> call) noexcept {
  if (!queue(call)) call->settle_here();
}

bool ReplyThread::queue(std::shared_ptr<AsyncCall>& call) noexcept {
  const std::lock_guard lock(state_->mutex);
  if (state_->is_stopping) return false;
  if (!state_->thread.joinable()) {
    try {
      state_->thread = os::start_thread({.name = "ow-replies"}, [state = state_] { run(*state); });
    } catch (const std::system_error&) {
      return false;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }
  state_->calls.push(std::move(call));
  state_->changed.notify_one();
  return true;
}

void ReplyThread::run(State& state) {
  is_reply_thread() = true;
  std::unique_lock lock(state.mutex);
  for (;;) {
    state.changed.wait(lock, [&] { return state.is_stopping || !state.calls.is_empty(); });
    if (state.calls.is_empty()) return;
    auto call = state.calls.pop();
    lock.unlock();
    call->settle_here();
    call.reset();
    lock.lock();
  }
}

void ReplyThread::stop() noexcept {
  {
    const std::lock_guard lock(state_->mutex);
    state_->is_stopping = true;
    state_->changed.notify_one();
  }
  auto& thread = state_->thread;
  if (!thread.joinable()) return;
  if (thread.get_id() == os::this_thread_id())
    thread.detach();  // a handler was the last owner of the ORB; the thread shares the state
  else
    thread.join();
}

}  // namespace orbweaver::client
