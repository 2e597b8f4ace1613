// SPDX-License-Identifier: Apache-2.0
#include "reply_router.hpp"

#include "out_of_memory.hpp"

#include <orbweaver/giop/request_id.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/tick.hpp>

#include <new>
#include <utility>

namespace orbweaver::client {

namespace {

// How often a connection in use is read although no reply is due; each time costs a system call.
// A caller that sends only one-way calls would not read otherwise, and so would not see the
// CloseConnection of a server that stops reading. TCP itself goes on accepting what the server will
// not read.
constexpr std::int64_t kLookEveryNs = 50'000'000;

// Limits how long received frames are read: a server that never stops sending must not hold a
// caller whose time is over, or that only looks. A number of frames is read in any case, and more
// within some milliseconds, so that a slow thread reads the frames that came in time.
class Look {
 public:
  [[nodiscard]] bool goes_on() const noexcept {
    return (frames_ < kFrames && bytes_ < kBytes) || !until_.has_passed();
  }
  void note(const Frame& frame) noexcept {
    ++frames_;
    bytes_ += frame.size();
  }

 private:
  static constexpr std::size_t kFrames = 256, kBytes = 1U << 20;
  const Deadline until_ = Deadline::after(std::chrono::milliseconds(5));
  std::size_t frames_ = 0, bytes_ = 0;
};

std::optional<std::uint32_t> answered_request(const giop::Message& message) noexcept {
  using giop::MessageType;
  if (message.header.type != MessageType::reply && message.header.type != MessageType::locate_reply)
    return std::nullopt;
  return giop::request_id_of(message.header, giop::body_of(message));
}

// Returns the time of a cheap clock, which is some milliseconds behind, as each call reads it.
std::int64_t rough_ns() noexcept {
  return std::chrono::duration_cast<Nanoseconds>(os::last_tick().time_since_epoch()).count();
}
std::int64_t next_look() noexcept { return rough_ns() + kLookEveryNs; }

}  // namespace

ReplyRouter::ReplyRouter(ConnectionParts& parts, giop::ReassemblyLimits limits)
    : parts_(parts), reassembler_(limits), next_look_ns_(next_look()) {}

// relaxed: a hint that saves a lock; a call that notices the end too late fails to send
bool ReplyRouter::is_look_due() const noexcept {
  return rough_ns() >= next_look_ns_.load(std::memory_order_relaxed);
}

// Threads A, B and C call at the same time:
//
//   A: sends its request; no thread reads: A leads
//   B, C: send their requests; A reads: they follow, each sleeps by itself
//   A: reads B's reply: puts it into B's link, takes the link out of `waiting`, and wakes B alone
//   B: has its reply; returns without the lock
//
// The leader leaves before the other:
//
//   A: reads its own reply, or its deadline passes: A leaves, and wakes C alone to read next
//   C: takes the lock; no thread reads: C leads. The part of a frame that A had read is in the
//      transport, so C reads on behind it.
//
// Another caller is faster than the next reader:
//
//   A: leaves; wakes C to read next: next_readers_ is 1
//   A: calls again before C has the lock; no thread reads: A leads. If A leaves, it wakes no other
//      thread, as C is on its way.
//   C: takes the lock; next_readers_ is 0; A reads: C follows again. If A had left, C would lead.
//      If A has read C's reply meanwhile, C has it, leaves, and hands reading on.
//
// The next reader's deadline passes while it is chosen:
//
//   A: leaves; C is no follower any more, and is to be woken when A lets the lock go
//   C: its deadline has passed, but it is no follower: it waits until A has woken it, since A uses
//      C's link until then; it leaves, and hands reading on
//
// What stays true when no thread holds the lock: if a caller follows, then a thread reads, or a
// next reader is on its way. A caller that is in `waiting`, and does not follow, is sending, or
// does other work: it looks for itself when it comes to wait. So it is never chosen to read.
//
// B's reply may come before B waits. It is not lost: B's link is in `waiting` before B's request is
// sent, so route() finds it, and B returns at once.
//
// A reader of connections counts as blocked when it has waited a little: its call may come back by
// a connection that another one has to read.
void ReplyRouter::wait(Lock& lock, WaitingCall& call, Deadline deadline) {
  auto woken = Woken::to_look;
  const auto is_over = [&](Deadline until) {
    while (!call.reply && parts_.end.may_answer() && !until.has_passed()) {
      if (!parts_.is_being_read)
        lead(lock, until);
      else if (woken = follow(lock, call, until); woken == Woken::with_reply)
        return true;
    }
    return call.reply || !parts_.end.may_answer();
  };
  (void)os::wait_as_blocked(deadline, is_over);
  if (woken == Woken::with_reply) return;
  // A caller that did other work before it waited reads the replies that came in time.
  if (!call.reply && parts_.end.may_answer() && !parts_.is_being_read) read_what_came(lock);
  leave(lock, call);
  hand_reading_on(lock);
}

// Takes the lock again, unless the caller has its reply.
ReplyRouter::Woken ReplyRouter::follow(Lock& lock, WaitingCall& call, Deadline deadline) {
  followers_.add(call);
  lock.unlock();
  const bool is_woken = call.sleeper.wake_up.wait_until(deadline);
  if (is_woken && call.is_woken_for_reply) return Woken::with_reply;
  lock.lock();
  if (!is_woken) return stop_following(lock, call);
  if (std::exchange(call.is_next_reader, false)) --next_readers_;
  return Woken::to_look;
}

// Requires: the deadline of `call` has passed.
ReplyRouter::Woken ReplyRouter::stop_following(Lock& lock, WaitingCall& call) {
  if (call.is_following) {
    followers_.remove(call);
    return Woken::to_look;
  }
  lock.unlock();
  call.sleeper.wake_up.wait();  // another thread has chosen it, and is about to wake it
  lock.lock();
  if (std::exchange(call.is_next_reader, false)) --next_readers_;
  return Woken::to_look;
}

void ReplyRouter::wake(Lock& lock, WaitingCall& follower) {
  followers_.remove(follower);
  lock.wake(follower.sleeper);
}

// The caller that came last is chosen: its reply probably comes last, so it reads for long.
void ReplyRouter::hand_reading_on(Lock& lock) {
  if (parts_.is_being_read || next_readers_ > 0) return;
  if (auto* const next = followers_.newest()) {
    next->is_next_reader = true;
    ++next_readers_;
    wake(lock, *next);
  } else if (async.is_reply_due()) {
    parts_.changed.notify_all();
  }
}

void ReplyRouter::leave(Lock& lock, WaitingCall& call) {
  if (!call.reply) waiting.remove(call);
  end_if_useless(lock);
}

void ReplyRouter::lead(Lock& lock, Deadline deadline) {
  parts_.is_being_read = true;
  lock.unlock();
  auto frame = parts_.transport->receive(deadline);
  lock.lock();
  parts_.is_being_read = false;
  if (frame)
    take_frame(lock, std::move(*frame));
  else if (frame.error().fault != transport::ConnectionFault::timed_out)
    fail(lock, frame.error());
}

void ReplyRouter::read_what_came(Lock& lock) {
  next_look_ns_.store(next_look(), std::memory_order_relaxed);
  for (Look look; parts_.end.may_answer() && look.goes_on();) {
    auto frame = parts_.transport->try_receive();
    if (!frame) return fail(lock, frame.error());
    if (!*frame) return;
    look.note(**frame);
    take_frame(lock, std::move(**frame));
  }
}

// A reply for which there is no memory is lost: its connection has failed.
void ReplyRouter::take_frame(Lock& lock, Frame frame) try {
  parts_.has_received = true;
  auto message = reassembler_.accept(std::move(frame));
  if (!message) return fail(lock, {transport::ConnectionFault::bad_frame});
  if (*message) route(lock, std::move(**message));
} catch (const std::bad_alloc&) {
  fail(lock, {transport::ConnectionFault::out_of_resources});
}

void ReplyRouter::route(Lock& lock, giop::Message message) {
  if (message.header.type == giop::MessageType::close_connection) return take_close(lock);
  if (message.header.type == giop::MessageType::message_error) return take_message_error(lock);
  const auto id = answered_request(message);
  if (!id) return fail(lock, {transport::ConnectionFault::bad_frame});
  if (auto* const call = waiting.find(*id)) {
    parts_.outcomes.settle(call->oneways_before);
    return settle(lock, *call, std::move(message));
  }
  idle.note_answer(*id);
  if (const auto oneways_before = async.settle(*id, std::move(message))) {
    parts_.outcomes.settle(*oneways_before);
    parts_.changed.notify_all();
  }
}

void ReplyRouter::settle(Lock& lock, WaitingCall& call, giop::Message message) {
  call.reply = std::move(message);
  waiting.remove(call);
  if (call.is_following) {
    call.is_woken_for_reply = true;
    wake(lock, call);
  }
  end_if_useless(lock);
}

// The message that is being sent, and those in the queue, are still sent: the server reads until
// this side ends.
void ReplyRouter::take_close(Lock& lock) {
  if (!parts_.end.end_as(ConnectionEnd::State::server_closing)) return;
  parts_.queue.finish();
  release_calls(lock);
}

void ReplyRouter::take_message_error(Lock& lock) {
  if (!parts_.end.end_as(ConnectionEnd::State::message_refused)) return;
  parts_.outcomes.count_uncertain();
  parts_.transport->shutdown();
  release_calls(lock);
}

void ReplyRouter::fail(Lock& lock, const transport::ConnectionFailure& failure) {
  if (!parts_.end.fail(failure)) return;
  parts_.outcomes.count_uncertain();
  parts_.transport->shutdown();
  release_calls(lock);
}

void ReplyRouter::look_for_end(Lock& lock) {
  if (parts_.end.is_open() && !parts_.is_being_read) read_what_came(lock);
  if (!parts_.end.is_open()) return;
  if (const auto why = parts_.queue.failure()) stop_sending(lock, *why);
}

// A server that shuts down reads no more, and answers what it has read. A unix socket then refuses
// what is sent:
//
//   thread A: waits for its reply, and reads the connection
//   thread B: its request does not leave; its call fails
//   thread A: gets its reply, or finds the end
void ReplyRouter::stop_sending(Lock& lock, const transport::ConnectionFailure& failure) {
  const bool is_reply_due = !waiting.is_empty() || async.is_reply_due();
  if (failure.fault != transport::ConnectionFault::broken || !is_reply_due)
    return fail(lock, failure);
  parts_.end.stop_sending(failure);
}

void ReplyRouter::end_if_useless(Lock& lock) {
  if (parts_.end.state() != ConnectionEnd::State::only_answers) return;
  if (waiting.is_empty() && !async.is_reply_due()) fail(lock, parts_.end.failure());
}

void ReplyRouter::release_calls(Lock& lock) {
  if (async.is_reply_due())
    async.fail_all(unless_out_of_memory([this] { return parts_.failure_at_end(); }));
  while (auto* const call = followers_.newest()) wake(lock, *call);
  parts_.changed.notify_all();
}

}  // namespace orbweaver::client
