#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/wire/send_queue.hpp>

#include <array>
#include <new>
#include <utility>

namespace orbweaver::wire {

using transport::Failure;
using transport::Fault;

namespace {

// Nothing of the message has left, so the next one may be sent.
bool leaves_the_connection_usable(const Failure& failure) noexcept {
  return failure.fault == Fault::timed_out && !failure.mid_frame;
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

// ---- the turn ----
//
// Thread A sends while thread B wants to send:
//
//   A: send(): turn free ─► taken; writes
//   B: send(): the turn is not free; stands in the line: turn ─► contended; sleeps by itself
//   A: gives the turn back: it is contended, so A takes the lock, takes B out of the line, and wakes
//      B alone. The turn is B's from then on, and stays contended.
//   B: writes, without the lock
//   B: gives the turn back: the line is empty: turn ─► free
//
// A gives the turn back just before B stands in the line:
//
//   B: send(): the turn is not free
//   A: turn taken ─► free, without the lock
//   B: stands in the line: the exchange returns free, so B has taken the turn, and grants it to the
//      first in the line: itself
//
// The deadline of thread B passes when A has given it the turn, and has not woken it yet:
//
//   A: gives the turn to B, which is to be woken when A lets the lock go
//   B: its deadline has passed, but it is not in the line: it waits until A has woken it. It has
//      the turn, and writes; if the transport does not take the message at once, B hands the turn on
//
// After a failure in the middle of a message the turn is never given back, so no thread writes.

void SendQueue::give_turn_back() {
  if (turn_.free_if_uncontended()) return;
  Lock lock(mutex_);
  hand_on(lock);
}

// Requires: lock held; the caller holds the turn, or no thread does.
void SendQueue::hand_on(Lock& lock) {
  if (line_.is_empty()) return turn_.set_free();
  grant_turn(lock);
}

// Requires: lock held, the line is not empty.
void SendQueue::grant_turn(Lock& lock) {
  if (line_.begins_with_end()) return end_now(lock);
  if (!line_.begins_with_batch()) return give_turn_to(lock, line_.take_caller());
  turn_.grant();
  batch_may_go_.notify_one();
}

// Requires: lock held, the caller is out of the line.
void SendQueue::give_turn_to(Lock& lock, SendingCaller& caller) {
  caller.has_turn = true;
  lock.wake(caller.sleeper);
}

// Requires: lock held; something stands in the line that did not before.
void SendQueue::contend(Lock& lock) {
  if (turn_.contend()) grant_turn(lock);
}

template <class Condition>
Result<void, Failure> SendQueue::wait_until(Lock& lock, os::ConditionVariable& cv,
                                            Deadline deadline, Condition condition) {
  const auto done = [&] { return phase_.is_over() || condition(); };
  if (deadline.is_never()) {
    lock.wait(cv, done);
  } else if (!lock.wait_until(cv, deadline.moment(), done)) {
    return unexpected(Failure{Fault::timed_out});
  }
  if (const auto why = phase_.why_over()) return unexpected(*why);
  return {};
}

Result<void, Failure> SendQueue::wait_for_turn(Deadline deadline) {
  SendingCaller self;
  Lock lock(mutex_);
  if (const auto refused = phase_.why_refused()) return unexpected(*refused);
  line_.add_caller(self);
  contend(lock);
  lock.unlock();
  const bool is_woken = os::wait_as_blocked(
      deadline, [&](Deadline until) { return self.sleeper.wake_up.wait_until(until); });
  if (is_woken && self.has_turn) return {};
  lock.lock();
  if (!is_woken && line_.remove_caller(self)) return unexpected(Failure{Fault::timed_out});
  if (!is_woken) {  // another thread has chosen it, and is about to wake it
    lock.unlock();
    self.sleeper.wake_up.wait();
    lock.lock();
  }
  if (self.has_turn) return {};
  return unexpected(*phase_.why_over());
}

Result<void, Failure> SendQueue::write(std::span<const Bytes> pieces, Deadline deadline) {
  turn_.note_given(1);
  auto sent = connection_.send(pieces, deadline);
  settle(sent);
  return sent;
}

void SendQueue::settle(const Result<void, Failure>& sent) {
  if (sent || leaves_the_connection_usable(sent.error())) return give_turn_back();
  fail(sent.error());
}

void SendQueue::fail(const Failure& failure) {
  {
    const Lock lock(mutex_);
    phase_.breaks(
        {failure.fault == Fault::timed_out ? Fault::broken : failure.fault, failure.system_error});
    has_failed_.store(true, std::memory_order_relaxed);
  }
  if (failure.fault == Fault::broken)
    connection_.finish_sending();
  else
    connection_.shutdown();
  Lock lock(mutex_);
  wake_all(lock);
}

std::optional<Failure> SendQueue::failure() {
  const Lock lock(mutex_);
  if (!has_failed()) return std::nullopt;
  return phase_.why_over();
}

// Requires: lock held; it is over.
void SendQueue::wake_all(Lock& lock) noexcept {
  for (auto* one : {&batch_may_go_, &room_came_, &queue_ran_dry_}) one->notify_all();
  while (auto* const caller = line_.take_any_caller()) lock.wake(caller->sleeper);
}

Result<void, Failure> SendQueue::send(std::span<const Bytes> message, Deadline deadline) {
  if (!turn_.take_if_free()) [[unlikely]]
    if (auto turn = wait_for_turn(deadline); !turn) return turn;
  return write(message, deadline);
}

// ---- the queue ----
//
// Threads P and Q enqueue, thread S sends, thread F is the flusher:
//
//   P: the turn is free: a batch with P's message stands in the line, and has the turn at once
//   Q: the last in the line is that batch: Q's message goes into it
//   F: wakes, takes the batch out of the line, writes it without the lock
//   S: stands in the line
//   P: the last in the line is not a batch: P's next message begins one, behind S
//   F: has written; hands the turn on: S writes, then F writes the second batch
//
// So messages leave in the order of the calls.

Result<SendQueue::Taken, Failure> SendQueue::enqueue(const KeptPieces& message, Overflow overflow,
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
Result<SendQueue::Taken, Failure> SendQueue::make_room(Lock& lock, Overflow overflow,
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

// Requires: lock held.
Result<void, Failure> SendQueue::wait_for_room(Lock& lock, Deadline deadline) {
  Result<void, Failure> came;
  const auto wait = [&](Deadline until) {
    came = wait_until(lock, room_came_, until, [this] { return !line_.level().is_paused(); });
    return came || came.error().fault != Fault::timed_out;
  };
  (void)os::wait_as_blocked(deadline, wait);
  return came;
}

bool SendQueue::drop_for_one_more() {
  const auto dropped = line_.drop_for_one_more(turn_.is_granted() ? SendLine::First::is_granted
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
    return !rest_.empty() || (turn_.is_granted() && line_.begins_with_batch());
  };
  while (wait_until(lock, batch_may_go_, Deadline::never(), may_go))
    rest_.empty() ? write_batch(lock) : write_rest(lock);
  Counters::count(counters_.oneways_dropped, line_.drop_all());
}

// The batch that is being written is no longer in the queue, so that other threads fill the next
// one meanwhile.
void SendQueue::write_batch(Lock& lock) {
  turn_.take_up();
  auto [batch, ends_pause] = line_.take_batch();
  if (ends_pause) room_came_.notify_all();
  write_unlocked(lock, [&] {
    send_batch(batch);
    batch.clear();  // here, as the last share of a large piece may end
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

// Requires: the turn. If the connection breaks, messages that have wholly left count as flushed,
// since the server may run them; the others count as dropped. The batch is empty if all of its
// messages were dropped while it waited.
void SendQueue::send_batch(Batch& batch) {
  if (batch.messages().empty()) return give_turn_back();
  turn_.note_given(batch.messages().size());
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
  if (!turn_.take_if_free()) return std::nullopt;
  turn_.note_given(1);
  const auto given = turn_.given();
  const auto sent = connection_.send(std::array{message}, Deadline::at(now()));
  if (!sent && sent.error().mid_frame) {
    leave_to_flusher(message.subspan(sent.error().taken));
    return given;
  }
  settle(sent);
  return sent ? std::optional{given} : std::nullopt;
}

// Requires: the turn, which the flusher gives back.
void SendQueue::leave_to_flusher(Bytes rest) {
  {
    const Lock lock(mutex_);
    if (flusher_takes(rest)) return batch_may_go_.notify_one();
  }
  fail({Fault::out_of_resources});
}

// Requires: lock held. False: there is no thread, or no memory.
bool SendQueue::flusher_takes(Bytes rest) noexcept try {
  if (!flusher_.start_once([this] { run_flusher(); })) return false;
  rest_.assign(rest.begin(), rest.end());
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

bool SendQueue::end_if_quiet_since(std::uint64_t given, Bytes last_words) {
  if (!turn_.take_if_free()) return false;
  Lock lock(mutex_);
  if (turn_.given() != given || !line_.is_empty()) {
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
  } catch (const std::bad_alloc&) {  // what waits in the line would wait for ever
    fail({Fault::out_of_resources});
  }
}

bool SendQueue::has_finished() {
  const Lock lock(mutex_);
  return phase_.phase() == SendPhase::Phase::finished;
}

// Requires: lock held, and the turn, which is never given back.
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
