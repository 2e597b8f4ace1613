#include "reply_router.hpp"

#include "out_of_memory.hpp"

#include <orbweaver/giop/request_id.hpp>
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

// Reads what has come, but not for ever what a server that never stops sends: a caller whose time is
// up, or that only looks, goes on. What came in time is taken, however slow this thread is: a part of
// it whatever time that takes, the rest within some milliseconds.
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

// By a clock that is some milliseconds behind, and cheap: each call reads it.
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

// Threads A and B call at the same time:
//
//   A: sends its request; no thread reads: A leads
//   B: sends its request; A reads: B waits for `changed`
//   A: reads B's reply: route() puts it into B's link and notifies
//   B: wakes, has its reply, leaves
//
// The leader leaves before the other:
//
//   A: reads its own reply, or its deadline passes: A leaves, and notifies
//   B: wakes; no thread reads: B leads. The part of a frame that A had read is in the transport, so
//      B reads on behind it.
//
// B's reply may come before B waits. It is not lost: B's link is in the chain before B's request is
// sent, so route() finds it, and B returns at once.
void ReplyRouter::wait_for(Lock& lock, WaitingCall& call, Deadline deadline) {
  auto& p = parts_;
  const auto can_go_on = [&] { return call.reply || !p.end.may_answer() || !p.is_being_read; };
  while (!call.reply && p.end.may_answer() && !deadline.has_passed()) {
    if (!p.is_being_read)
      lead(lock, deadline);
    else if (deadline.is_never())
      p.changed.wait(lock, can_go_on);
    else
      p.changed.wait_until(lock, deadline.moment(), can_go_on);
  }
  // A caller that did other work before it waited takes what came in time.
  if (!call.reply && p.end.may_answer() && !p.is_being_read) read_what_came(lock);
  if (!is_alone(call)) p.changed.notify_all();  // another caller leads next
  leave(lock, call);
}

void ReplyRouter::leave(Lock& lock, WaitingCall& call) {
  waiting.remove(call);
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
  else if (frame.error().fault != transport::Fault::timed_out)
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
  if (!message) return fail(lock, {transport::Fault::bad_frame});
  if (*message) route(lock, std::move(**message));
} catch (const std::bad_alloc&) {
  fail(lock, {transport::Fault::out_of_resources});
}

void ReplyRouter::route(Lock& lock, giop::Message message) {
  if (message.header.type == giop::MessageType::close_connection) return take_close(lock);
  if (message.header.type == giop::MessageType::message_error) return take_message_error(lock);
  const auto id = answered_request(message);
  if (!id) return fail(lock, {transport::Fault::bad_frame});
  if (auto* const call = waiting.find(*id)) {
    parts_.outcomes.settle(call->oneways_before);
    call->reply = std::move(message);
    if (!is_alone(*call)) parts_.changed.notify_all();
    return;
  }
  idle.note_answer(*id);
  if (const auto oneways_before = async.answer(*id, std::move(message))) {
    parts_.outcomes.settle(*oneways_before);
    parts_.changed.notify_all();
  }
}

// The message that is being sent, and those that wait in the queue, still leave: the server reads
// until this side ends.
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

void ReplyRouter::fail(Lock& lock, const transport::Failure& failure) {
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
void ReplyRouter::stop_sending(Lock& lock, const transport::Failure& failure) {
  const bool is_reply_due = !waiting.is_empty() || async.is_reply_due();
  if (failure.fault != transport::Fault::broken || !is_reply_due) return fail(lock, failure);
  parts_.end.stop_sending(failure);
}

void ReplyRouter::end_if_useless(Lock& lock) {
  if (parts_.end.state() != ConnectionEnd::State::only_answers) return;
  if (waiting.is_empty() && !async.is_reply_due()) fail(lock, parts_.end.failure());
}

void ReplyRouter::release_calls(Lock&) {
  if (async.is_reply_due())
    async.fail_all(unless_out_of_memory([this] { return parts_.failure_at_end(); }));
  parts_.changed.notify_all();
}

}  // namespace orbweaver::client
