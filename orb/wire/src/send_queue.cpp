// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/wire/send_queue.hpp>

#include <array>
#include <new>
#include <utility>

namespace orbweaver::wire {

using transport::ConnectionFailure;
using transport::ConnectionFault;

namespace {

// Whether nothing of the message was sent, so that the next one may be sent.
bool leaves_the_connection_usable(const ConnectionFailure& failure) noexcept {
  return failure.fault == ConnectionFault::timed_out && !failure.mid_frame;
}

// How many whole messages are in the first `taken` bytes.
std::size_t messages_in(const Batch& batch, std::size_t taken) noexcept {
  std::size_t count = 0;
  for (const auto& message : batch.messages()) {
    if (message.size > taken) break;
    taken -= message.size;
    ++count;
  }
  return count;
}

}  // namespace

SendQueue::SendQueue(transport::Connection& connection, dispatch::Watermarks watermarks,
                     Counters& counters)
    : connection_(connection), counters_(counters), line_(watermarks) {}

SendQueue::~SendQueue() { stop(); }

void SendQueue::stop() {
  {
    const Lock lock(mutex_);
    phase_.stops();
    batch_may_go_.notify_all();
  }
  if (!flusher_.has_started()) return;
  connection_.shutdown();  // wakes a flusher that is blocked in a write
  flusher_.join();
}

// ---- the send lock ----
//
// Thread A sends while thread B wants to send:
//
//   A: send(): send lock free ─► taken; writes
//   B: send(): the send lock is not free; stands in the line: send lock ─► contended; sleeps
//   A: unlocks sending: it is contended, so A takes the mutex, takes B out of the line, and wakes
//      B alone. The send lock is B's from then on, and stays contended.
//   B: writes, without the mutex
//   B: unlocks sending: the line is empty: send lock ─► free
//
// A unlocks sending just before B stands in the line:
//
//   B: send(): the send lock is not free
//   A: send lock taken ─► free, without the mutex
//   B: stands in the line: the exchange returns free, so B has taken the send lock, and grants it
//      to the first in the line: itself
//
// The deadline of thread B passes when A has passed the send lock to it, and has not woken it yet:
//
//   A: passes the send lock to B, which is to be woken when A lets the mutex go
//   B: its deadline has passed, but it is not in the line: it waits until A has woken it. It has
//      the send lock, and writes; if the transport does not take the message at once, B passes
//      the send lock on
//
// After a failure in the middle of a message the send lock is never freed, so no thread writes.

void SendQueue::unlock_sending() {
  if (sending_.free_if_uncontended()) return;
  Lock lock(mutex_);
  hand_on(lock);
}

// Requires: mutex held; the caller holds the send lock, or no thread does.
void SendQueue::hand_on(Lock& lock) {
  if (line_.is_empty()) return sending_.set_free();
  grant_sending(lock);
}

// Requires: mutex held, the line is not empty.
void SendQueue::grant_sending(Lock& lock) {
  if (line_.begins_with_end()) return end_now(lock);
  if (!line_.begins_with_batch()) return pass_sending_to(lock, line_.take_caller());
  sending_.grant();
  batch_may_go_.notify_one();
}

// Requires: mutex held, the caller is out of the line.
void SendQueue::pass_sending_to(Lock& lock, SendingCaller& caller) {
  caller.may_send = true;
  lock.wake(caller.sleeper);
}

// Requires: mutex held; something stands in the line that did not before.
void SendQueue::contend(Lock& lock) {
  if (sending_.contend()) grant_sending(lock);
}

template <class Condition>
Result<void, ConnectionFailure> SendQueue::wait_until(Lock& lock, os::ConditionVariable& cv,
                                                      Deadline deadline, Condition condition) {
  const auto done = [&] { return phase_.is_over() || condition(); };
  if (deadline.is_never()) {
    lock.wait(cv, done);
  } else if (!lock.wait_until(cv, deadline.moment(), done)) {
    return unexpected(ConnectionFailure{ConnectionFault::timed_out});
  }
  if (const auto why = phase_.why_over()) return unexpected(*why);
  return {};
}

Result<void, ConnectionFailure> SendQueue::lock_sending(Deadline deadline) {
  SendingCaller self;
  Lock lock(mutex_);
  if (const auto refused = phase_.why_refused()) return unexpected(*refused);
  line_.add_caller(self);
  contend(lock);
  lock.unlock();
  const bool is_woken = os::wait_as_blocked(
      deadline, [&](Deadline until) { return self.sleeper.wake_up.wait_until(until); });
  if (is_woken && self.may_send) return {};
  lock.lock();
  if (!is_woken && line_.remove_caller(self))
    return unexpected(ConnectionFailure{ConnectionFault::timed_out});
  if (!is_woken) {  // another thread has chosen it, and is about to wake it
    lock.unlock();
    self.sleeper.wake_up.wait();
    lock.lock();
  }
  if (self.may_send) return {};
  return unexpected(*phase_.why_over());
}

Result<void, ConnectionFailure> SendQueue::write(std::span<const Bytes> pieces, Deadline deadline) {
  sending_.note_given(1);
  auto sent = connection_.send(pieces, deadline);
  settle(sent);
  return sent;
}

void SendQueue::settle(const Result<void, ConnectionFailure>& sent) {
  if (sent || leaves_the_connection_usable(sent.error())) return unlock_sending();
  fail(sent.error());
}

void SendQueue::fail(const ConnectionFailure& failure) {
  {
    const Lock lock(mutex_);
    phase_.breaks(
        {failure.fault == ConnectionFault::timed_out ? ConnectionFault::broken : failure.fault,
         failure.system_error});
    has_failed_.store(true, std::memory_order_relaxed);
  }
  if (failure.fault == ConnectionFault::broken)
    connection_.finish_sending();
  else
    connection_.shutdown();
  Lock lock(mutex_);
  wake_all(lock);
}

std::optional<ConnectionFailure> SendQueue::failure() {
  const Lock lock(mutex_);
  if (!has_failed()) return std::nullopt;
  return phase_.why_over();
}

// Requires: mutex held; the queue is over.
void SendQueue::wake_all(Lock& lock) noexcept {
  for (auto* one : {&batch_may_go_, &room_came_, &queue_ran_dry_}) one->notify_all();
  while (auto* const caller = line_.take_any_caller()) lock.wake(caller->sleeper);
}

Result<void, ConnectionFailure> SendQueue::send(std::span<const Bytes> message, Deadline deadline) {
  if (!sending_.take_if_free()) [[unlikely]]
    if (auto locked = lock_sending(deadline); !locked) return locked;
  return write(message, deadline);
}

// ---- the queue ----
//
// Threads P and Q enqueue, thread S sends, thread F is the flusher:
//
//   P: the send lock is free: a batch with P's message stands in the line, and has it at once
//   Q: the last in the line is that batch: Q's message goes into it
//   F: wakes, takes the batch out of the line, writes it without the mutex
//   S: stands in the line
//   P: the last in the line is not a batch: P's next message begins one, behind S
//   F: has written; passes the send lock on: S writes, then F writes the second batch
//
// So messages leave in the order of the calls.

Result<SendQueue::Taken, ConnectionFailure> SendQueue::enqueue(const KeptPieces& message,
                                                               Overflow overflow,
                                                               Deadline deadline) {
  Lock lock(mutex_);
  if (const auto refused = phase_.why_refused()) return unexpected(*refused);
  auto room = make_room(lock, overflow, deadline);
  if (!room || *room == Taken::no_room) return room;
  if (const auto refused = phase_.why_refused()) return unexpected(*refused);  // it may have waited
  if (auto started = flusher_.start_once([this] { run_flusher(); }); !started)
    return unexpected(started.error());
  append(lock, message, overflow);
  enqueued_.fetch_add(1, std::memory_order_relaxed);
  return Taken::yes;
}

// Threads that wait for room come first. While one waits, a caller with `fail` or `drop_oldest`
// gets no room before the queue has drained to the low watermark, when the waiting threads go on.
Result<SendQueue::Taken, ConnectionFailure> SendQueue::make_room(Lock& lock, Overflow overflow,
                                                                 Deadline deadline) {
  const auto& level = line_.level();
  const auto has_room = [&] { return !level.is_full() && (waiting_ == 0 || !level.is_paused()); };
  if (overflow == Overflow::fail) return has_room() ? Taken::yes : Taken::no_room;
  if (overflow == Overflow::drop_oldest && (has_room() || drop_for_one_more())) return Taken::yes;
  ++waiting_;
  const auto came = wait_for_room(lock, deadline);
  --waiting_;
  if (!came) return unexpected(came.error());
  return Taken::yes;
}

// Requires: mutex held.
Result<void, ConnectionFailure> SendQueue::wait_for_room(Lock& lock, Deadline deadline) {
  Result<void, ConnectionFailure> came;
  const auto wait = [&](Deadline until) {
    came = wait_until(lock, room_came_, until, [this] { return !line_.level().is_paused(); });
    return came || came.error().fault != ConnectionFault::timed_out;
  };
  (void)os::wait_as_blocked(deadline, wait);
  return came;
}

bool SendQueue::drop_for_one_more() {
  const auto dropped = line_.drop_for_one_more(sending_.is_granted() ? SendLine::First::is_granted
                                                                     : SendLine::First::waits);
  if (dropped.ends_pause) room_came_.notify_all();
  enqueued_.fetch_sub(dropped.messages, std::memory_order_relaxed);
  Counters::count(counters_.oneways_dropped, dropped.messages);
  return dropped.messages > 0;
}

void SendQueue::append(Lock& lock, const KeptPieces& message, Overflow overflow) {
  if (!line_.takes_messages()) {
    line_.add_batch();
    contend(lock);
  }
  line_.append(message, overflow == Overflow::drop_oldest ? Batch::Hold::until_dropped
                                                          : Batch::Hold::for_sure);
}

void SendQueue::run_flusher() {
  Lock lock(mutex_);
  const auto may_go = [&] {
    return !rest_.empty() || (sending_.is_granted() && line_.begins_with_batch());
  };
  while (wait_until(lock, batch_may_go_, Deadline::never(), may_go))
    rest_.empty() ? write_batch(lock) : write_rest(lock);
  Counters::count(counters_.oneways_dropped, line_.drop_all());
}

// The batch that is being written is no longer in the queue, so that other threads fill the next
// one meanwhile.
void SendQueue::write_batch(Lock& lock) {
  sending_.take_up();
  auto [batch, ends_pause] = line_.take_batch();
  if (ends_pause) room_came_.notify_all();
  write_unlocked(lock, [&] {
    send_batch(batch);
    batch.clear();  // without the mutex, as the last share of a large piece may end
  });
  line_.keep_spare(std::move(batch));
}

void SendQueue::write_rest(Lock& lock) {
  const auto rest = std::exchange(rest_, {});
  write_unlocked(lock,
                 [&] { settle(connection_.send(std::array{Bytes{rest}}, Deadline::never())); });
}

template <class Write>
void SendQueue::write_unlocked(Lock& lock, Write write) {
  flusher_.note_writing();
  lock.unlock();
  write();
  lock.lock();
  flusher_.note_written();
  queue_ran_dry_.notify_all();
}

// Requires: the send lock. If the connection breaks, messages that were sent whole count as
// flushed, since the server may run them; the others count as dropped. The batch is empty if all of
// its messages were dropped while it waited.
void SendQueue::send_batch(Batch& batch) {
  if (batch.messages().empty()) return unlock_sending();
  sending_.note_given(batch.messages().size());
  const auto sent = connection_.send(batch.pieces(), Deadline::never());
  const auto all = batch.messages().size();
  const auto gone = sent ? all : messages_in(batch, sent.error().taken);
  flushed_.fetch_add(gone, std::memory_order_relaxed);
  Counters::count(counters_.oneways_dropped, all - gone);
  settle(sent);
  // Lets a sender on the same processor fill the next batch. Otherwise each message of a burst
  // would wake this thread, and the system would let it run at once.
  os::yield();
}

// ---- the end ----

std::optional<std::uint64_t> SendQueue::send_at_once(Bytes message) {
  if (!sending_.take_if_free()) return std::nullopt;
  sending_.note_given(1);
  const auto given = sending_.given();
  const auto sent = connection_.send(std::array{message}, Deadline::at(now()));
  if (!sent && sent.error().mid_frame) {
    leave_to_flusher(message.subspan(sent.error().taken));
    return given;
  }
  settle(sent);
  return sent ? std::optional{given} : std::nullopt;
}

// Requires: the send lock, which the flusher frees.
void SendQueue::leave_to_flusher(Bytes rest) {
  {
    const Lock lock(mutex_);
    if (flusher_takes(rest)) return batch_may_go_.notify_one();
  }
  fail({ConnectionFault::out_of_resources});
}

// Requires: mutex held. False: there is no thread, or no memory.
bool SendQueue::flusher_takes(Bytes rest) noexcept try {
  if (!flusher_.start_once([this] { run_flusher(); })) return false;
  rest_.assign(rest.begin(), rest.end());
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

bool SendQueue::end_if_quiet_since(std::uint64_t given, Bytes last_words) {
  if (!sending_.take_if_free()) return false;
  Lock lock(mutex_);
  if (sending_.given() != given || !line_.is_empty()) {
    hand_on(lock);
    return false;
  }
  if (!last_words.empty()) (void)connection_.send(std::array{last_words}, Deadline::at(now()));
  end_now(lock);
  return true;
}

void SendQueue::finish() {
  try {
    Lock lock(mutex_);
    if (!phase_.finishes()) return;
    line_.add_end();
    contend(lock);
  } catch (const std::bad_alloc&) {  // threads in the line would wait for ever
    fail({ConnectionFault::out_of_resources});
  }
}

bool SendQueue::has_finished() {
  const Lock lock(mutex_);
  return phase_.phase() == SendPhase::Phase::finished;
}

// Requires: mutex held, and the send lock, which is never freed.
void SendQueue::end_now(Lock& lock) {
  phase_.ends();
  connection_.finish_sending();
  wake_all(lock);
}

void SendQueue::flush(Deadline deadline) {
  Lock lock(mutex_);
  (void)wait_until(lock, queue_ran_dry_, deadline,
                   [&] { return !flusher_.is_writing() && !line_.has_batch() && rest_.empty(); });
}

}  // namespace orbweaver::wire
