#include <orbweaver/client/reply_thread.hpp>

#include "call_queue.hpp"

#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/os/thread.hpp>

#include <new>
#include <system_error>

namespace orbweaver::client {

namespace {

bool& is_reply_thread() noexcept { return os::PerThread<bool, struct ReplyThreadFlag>::value(); }

}  // namespace

struct ReplyThread::State {
  os::Mutex mutex;
  os::ConditionVariable changed;
  CallQueue calls;  // as many as AsyncWindows let through
  bool is_stopping = false;
  os::Thread thread;
};

ReplyThread::ReplyThread() : state_(std::make_shared<State>()) {}
ReplyThread::~ReplyThread() { stop(); }

bool ReplyThread::is_here() noexcept { return is_reply_thread(); }

void ReplyThread::post(std::shared_ptr<AsyncCall> call) noexcept {
  if (!take(call)) call->proceed();
}

bool ReplyThread::take(std::shared_ptr<AsyncCall>& call) noexcept {
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
    call->proceed();
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
    thread.detach();  // the last owner of the ORB was a handler; the state is the thread's, too
  else
    thread.join();
}

}  // namespace orbweaver::client
