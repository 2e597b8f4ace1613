// The reader of a connection: takes replies to asynchronous calls to them.
#include "client/client_connection.hpp"

#include <orbweaver/engine/async_call.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <system_error>

namespace orbweaver::engine {

namespace {

// A call whose deadline comes before that of the reader's receive is noticed that late at most.
constexpr auto kLongestRead = std::chrono::milliseconds(20);

Deadline sooner(Deadline a, Deadline b) {
  if (a.is_never()) return b;
  if (b.is_never()) return a;
  return a.moment() < b.moment() ? a : b;
}

CallFailure no_reader() {
  return {Exception::no_resources, Minor::unspecified, giop::Completion::no,
          "the system gives no thread to read the replies to asynchronous calls"};
}

}  // namespace

Result<void, CallFailure> ClientConnection::expect(std::uint32_t request_id,
                                                   std::shared_ptr<AsyncCall> call,
                                                   std::uint64_t attempt, Deadline deadline) {
  const auto oneways_before =
      oneways_with_transport_.load(std::memory_order_relaxed) + queue_.enqueued();
  const Lock lock(mutex_);
  if (end_) {
    auto failure = failure_at_end();
    failure.completed = giop::Completion::no;
    return unexpected(std::move(failure));
  }
  try {
    if (!reader_.joinable())
      reader_ = os::start_thread({.name = "ow-reader"}, [this] { run_reader(); });
  } catch (const std::system_error&) {
    return unexpected(no_reader());
  }
  expected_.push_back({request_id, attempt, oneways_before, deadline, std::move(call)});
  soonest_ = sooner(soonest_, deadline);
  changed_.notify_all();
  return {};
}

void ClientConnection::forget(std::uint32_t request_id, Telling telling) noexcept {
  std::shared_ptr<AsyncCall> call;  // let go of without the lock
  {
    const Lock lock(mutex_);
    const auto found = std::ranges::find(expected_, request_id, &Expected::request_id);
    if (found == expected_.end()) return;
    call = std::move(found->call);
    expected_.erase(found);
  }
  if (telling == Telling::the_server) cancel(request_id);
}

// Requires: lock held. What nobody expects comes too late: its caller has given up.
void ClientConnection::answer_call(Lock&, std::uint32_t request_id, giop::Message message) {
  const auto found = std::ranges::find(expected_, request_id, &Expected::request_id);
  if (found == expected_.end()) return;
  oneways_settled_ = std::max(oneways_settled_, std::min(found->oneways_before, oneways_sent()));
  answers_.push_back({std::move(found->call), found->attempt, std::move(message), {}});
  expected_.erase(found);
  changed_.notify_all();
}

// Requires: lock held, end_ is set.
void ClientConnection::fail_calls(Lock&) {
  for (auto& one : expected_)
    answers_.push_back({std::move(one.call), one.attempt, unexpected(failure_at_end()), {}});
  expected_.clear();
}

// Requires: lock held.
void ClientConnection::give_up_late(Lock&) {
  if (!soonest_.has_passed()) return;
  soonest_ = Deadline::never();
  for (auto& one : expected_) {
    if (one.deadline.has_passed())
      answers_.push_back(
          {std::move(one.call), one.attempt, unexpected(no_reply_in_time()), one.request_id});
    else
      soonest_ = sooner(soonest_, one.deadline);
  }
  std::erase_if(expected_, [](const auto& one) { return one.call == nullptr; });
}

// Leads while replies are due, but for when somebody who waits does. Who waits leads next if none
// is due any more.
void ClientConnection::read_for_calls(Lock& lock) {
  const auto has_work = [&] {
    return !answers_.empty() || reader_stops_ || (!expected_.empty() && !is_led_);
  };
  if (expected_.empty() && newest_waiter_ != nullptr) changed_.notify_all();
  if (soonest_.is_never())
    changed_.wait(lock, has_work);
  else
    (void)changed_.wait_until(lock, soonest_.moment(), has_work);
  if (answers_.empty() && !reader_stops_ && !expected_.empty() && !is_led_)
    lead(lock, sooner(soonest_, Deadline::after(kLongestRead)));
}

void ClientConnection::run_reader() {
  bool is_gone = false;
  std::vector<Answer> answers;
  Lock lock(mutex_);
  reader_gone_ = &is_gone;
  for (;;) {
    read_for_calls(lock);
    give_up_late(lock);
    answers.swap(answers_);
    if (answers.empty() && reader_stops_) return;
    lock.unlock();
    hand_over(answers);
    if (is_gone) return;
    lock.lock();
  }
}

// A call may be the last that knows the connection, which goes with it: here, at the end.
void ClientConnection::hand_over(std::vector<Answer>& answers) noexcept {
  for (auto& answer : answers) {
    if (answer.cancelled) cancel(*answer.cancelled);
    answer.call->answered(answer.attempt, std::move(answer.what));
  }
  answers.clear();
}

void ClientConnection::stop_reader() noexcept {
  {
    const Lock lock(mutex_);
    reader_stops_ = true;
    changed_.notify_all();
  }
  if (!reader_.joinable()) return;
  if (reader_.get_id() != std::this_thread::get_id()) return reader_.join();
  *reader_gone_ = true;
  reader_.detach();
}

}  // namespace orbweaver::engine
