// SPDX-License-Identifier: Apache-2.0
#include "async_reader.hpp"

#include "out_of_memory.hpp"

#include <orbweaver/client/async_call.hpp>
#include <orbweaver/os/thread.hpp>

#include <system_error>
#include <utility>

namespace orbweaver::client {

namespace {

// If a call's deadline is sooner than that of the receive under way, the call fails this much later
// at most.
constexpr auto kLongestRead = std::chrono::milliseconds(20);

wire::CallFailure no_reader() {
  return {wire::SystemExceptionKind::no_resources, wire::Minor::unspecified, giop::Completion::no,
          "the system gives no thread to read the replies to asynchronous calls"};
}

}  // namespace

Result<void, wire::CallFailure> AsyncReader::start() {
  if (thread_.joinable()) return {};
  try {
    thread_ = os::start_thread({.name = "ow-reader"}, [this] { run(); });
    return {};
  } catch (const std::system_error&) {
    return unexpected(no_reader());
  }
}

// This thread leads while replies are due and no waiting caller leads. If no reply is due any more,
// a waiting caller leads next.
void AsyncReader::read(Lock& lock) {
  auto& async = router_.async;
  const auto may_lead = [&] { return async.is_reply_due() && !parts_.is_being_read; };
  const auto has_work = [&] { return async.has_answers() || stops_ || may_lead(); };
  if (!async.is_reply_due()) router_.hand_reading_on(lock);
  if (async.soonest().is_never())
    lock.wait(parts_.changed, has_work);
  else
    (void)lock.wait_until(parts_.changed, async.soonest().moment(), has_work);
  if (!async.has_answers() && !stops_ && may_lead())
    router_.lead(lock, sooner(async.soonest(), Deadline::after(kLongestRead)));
}

void AsyncReader::run() {
  bool has_gone = false;
  Lock lock(parts_.mutex);
  has_gone_ = &has_gone;
  for (;;) {
    read(lock);
    if (router_.async.soonest().has_passed()) give_up_late();
    auto answered = router_.async.take_answered();
    router_.end_if_useless(lock);
    if (answered.empty() && stops_) return;
    if (!answered.empty()) router_.hand_reading_on(lock);  // settling may take a while
    lock.unlock();
    settle(answered);
    if (has_gone) return;
    lock.lock();
    router_.async.recycle(std::move(answered));
  }
}

void AsyncReader::give_up_late() {
  router_.async.give_up_late(unless_out_of_memory([this] { return parts_.no_reply_in_time(); }));
}

// A call may be the last owner of the connection. Then the connection ends here, with the call.
void AsyncReader::settle(Calls& answered) noexcept {
  for (auto& entry : answered) {
    if (entry.is_cancelled) parts_.cancel(entry.request_id);
    const auto call = std::exchange(entry.call, nullptr);
    call->settle(entry.attempt, std::exchange(entry.answer, {}));
  }
}

void AsyncReader::stop() noexcept {
  {
    const Lock lock(parts_.mutex);
    stops_ = true;
    parts_.changed.notify_all();
  }
  if (!thread_.joinable()) return;
  if (thread_.get_id() != os::this_thread_id()) return thread_.join();
  *has_gone_ = true;
  thread_.detach();
}

}  // namespace orbweaver::client
