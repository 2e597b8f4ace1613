#include <orbweaver/wire/send_queue.hpp>

#include <orbweaver/base/pieces.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <array>
#include <system_error>

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

SendQueue::SendQueue(transport::Connection& connection, flow::Watermarks watermarks,
                     Counters& counters)
    : connection_(connection), counters_(counters), level_(watermarks) {}

SendQueue::~SendQueue() { stop(); }

void SendQueue::stop() {
  {
    const Lock lock(mutex_);
    stopping_ = true;
    batch_may_go_.notify_all();
  }
  if (!flusher_.joinable()) return;
  connection_.shutdown();  // wakes a flusher that is blocked in a write
  flusher_.join();
  drop_batches();
}

// ---- the turn ----
//
// Thread A sends while thread B wants to send:
//
//   A: send(): turn free ─► taken; writes
//   B: send(): the turn is not free; stands in the line: turn ─► contended; waits
//   A: gives the turn back: it is contended, so A takes the lock and grants the turn to B
//   B: wakes, leaves the line, writes. The turn stays contended.
//   B: gives the turn back: the line is empty: turn ─► free
//
// A gives the turn back just before B stands in the line:
//
//   B: send(): the turn is not free
//   A: turn taken ─► free, without the lock
//   B: stands in the line: the exchange returns free, so B has taken the turn, and grants it to the
//      first in the line: itself
//
// After a failure in the middle of a message the turn is never given back, so no thread writes.

bool SendQueue::take_free_turn() noexcept {
  auto expected = Turn::free;
  // acquire: pairs with the release that freed it, so that messages do not mix in the transport
  return turn_.compare_exchange_strong(expected, Turn::taken, std::memory_order_acquire,
                                       std::memory_order_relaxed);
}

void SendQueue::give_turn_back() {
  auto expected = Turn::taken;
  // release: pairs with take_free_turn
  if (turn_.compare_exchange_strong(expected, Turn::free, std::memory_order_release,
                                    std::memory_order_relaxed))
    return;
  Lock lock(mutex_);
  hand_on(lock);
}

// Requires: lock held; the caller holds the turn, or no thread does.
void SendQueue::hand_on(Lock& lock) {
  if (line_.empty()) {
    is_turn_granted_ = false;
    return turn_.store(Turn::free, std::memory_order_release);
  }
  grant_turn(lock);
}

// Requires: lock held, the line is not empty.
void SendQueue::grant_turn(Lock& lock) {
  if (line_.front().is_end) return end_now(lock);
  is_turn_granted_ = true;
  if (line_.front().is_batch())
    batch_may_go_.notify_one();
  else
    turn_came_.notify_all();
}

// Requires: lock held.
void SendQueue::stand_in_line(Lock& lock, Waiting waiting) {
  line_.push_back(std::move(waiting));
  // acq_rel: if it was free, takes over from the thread that freed it
  const auto before = turn_.exchange(Turn::contended, std::memory_order_acq_rel);
  if (before != Turn::free || failure_) return;
  grant_turn(lock);
}

template <class Condition>
Result<void, Failure> SendQueue::wait_until(Lock& lock, std::condition_variable& cv,
                                            Deadline deadline, Condition condition) {
  const auto done = [&] { return failure_ || stopping_ || condition(); };
  if (deadline.is_never()) {
    cv.wait(lock, done);
  } else if (!cv.wait_until(lock, deadline.moment(), done)) {
    return unexpected(Failure{Fault::timed_out});
  }
  if (failure_) return unexpected(*failure_);
  if (stopping_) return unexpected(Failure{Fault::broken});
  return {};
}

Result<void, Failure> SendQueue::wait_for_turn(Deadline deadline) {
  Lock lock(mutex_);
  if (const auto refused = why_refused()) return unexpected(*refused);
  const void* const self = &deadline;
  stand_in_line(lock, {.caller = self, .batch = {}});
  const auto is_my_turn = [&] { return is_turn_granted_ && line_.front().caller == self; };
  auto turn = wait_until(lock, turn_came_, deadline, is_my_turn);
  if (turn) is_turn_granted_ = false;
  std::erase_if(line_, [&](const Waiting& one) { return one.caller == self; });
  // The turn may have been granted to this thread, which does not use it: the next one gets it. If
  // it was granted to another thread, that one is notified again, without harm.
  if (!turn && is_turn_granted_) hand_on(lock);
  return turn;
}

Result<void, Failure> SendQueue::write(std::span<const Bytes> pieces, Deadline deadline) {
  note_given(1);
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
    failure_ = Failure{failure.fault == Fault::timed_out ? Fault::broken : failure.fault,
                       failure.system_error};
  }
  connection_.shutdown();
  for (auto* one : {&turn_came_, &batch_may_go_, &room_came_, &queue_ran_dry_}) one->notify_all();
}

Result<void, Failure> SendQueue::send(std::span<const Bytes> message, Deadline deadline) {
  if (!take_free_turn()) [[unlikely]]
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

Result<SendQueue::Taken, Failure> SendQueue::enqueue(std::span<const Bytes> message,
                                                     Overflow overflow, Deadline deadline) {
  Lock lock(mutex_);
  if (const auto refused = why_refused()) return unexpected(*refused);
  auto room = make_room(lock, overflow, deadline);
  if (!room || *room == Taken::no_room) return room;
  if (const auto refused = why_refused()) return unexpected(*refused);  // it may have waited
  if (auto started = start_flusher(); !started) return unexpected(started.error());
  append(lock, message, overflow);
  enqueued_.fetch_add(1, std::memory_order_relaxed);
  level_.add(total_size(message));
  return Taken::yes;
}

// Threads that wait for room come first. While one waits, a caller with `fail` or `drop_oldest`
// gets no room before the queue has drained to the low watermark, when the waiting threads go on.
Result<SendQueue::Taken, Failure> SendQueue::make_room(Lock& lock, Overflow overflow,
                                                       Deadline deadline) {
  const auto has_room = [&] { return !level_.is_full() && (waiting_ == 0 || !level_.is_paused()); };
  if (overflow == Overflow::fail) return has_room() ? Taken::yes : Taken::no_room;
  if (overflow == Overflow::drop_oldest && (has_room() || drop_for_one_more())) return Taken::yes;
  ++waiting_;
  const auto came = wait_until(lock, room_came_, deadline, [&] { return !level_.is_paused(); });
  --waiting_;
  if (!came) return unexpected(came.error());
  return Taken::yes;
}

// Drops at least one, so that the queue does not hold more messages than before.
bool SendQueue::drop_for_one_more() {
  bool has_dropped = drop_one();
  while (has_dropped && level_.is_full()) has_dropped = drop_one();
  return has_dropped;
}

bool SendQueue::drop_one() {
  for (auto place = line_.begin(); place != line_.end(); ++place) {
    const auto size = place->batch.drop_oldest();
    if (!size) continue;
    if (place->batch.is_empty()) leave_the_line(place);
    if (level_.remove(*size)) room_came_.notify_all();
    enqueued_.fetch_sub(1, std::memory_order_relaxed);
    Counters::count(counters_.oneways_dropped);
    return true;
  }
  return false;
}

// Removes a batch that has become empty. A batch that has been granted the turn stays: the flusher
// is about to take it.
void SendQueue::leave_the_line(std::vector<Waiting>::iterator place) {
  if (is_turn_granted_ && place == line_.begin()) return;
  keep_spare(std::move(place->batch));
  line_.erase(place);
}

void SendQueue::keep_spare(Batch batch) {
  batch.clear();
  if (spare_.size() < 2) spare_.push_back(std::move(batch));
}

void SendQueue::append(Lock& lock, std::span<const Bytes> message, Overflow overflow) {
  if (line_.empty() || !line_.back().is_batch() || line_.back().batch.size_bytes() >= kBatchBytes) {
    Batch batch;
    if (!spare_.empty()) {
      batch = std::move(spare_.back());
      spare_.pop_back();
    }
    stand_in_line(lock, {.caller = nullptr, .batch = std::move(batch)});
  }
  line_.back().batch.append(message, overflow == Overflow::drop_oldest ? Batch::Hold::until_dropped
                                                                       : Batch::Hold::for_sure);
}

Result<void, Failure> SendQueue::start_flusher() {
  if (flusher_.joinable()) return {};
  try {
    flusher_ = os::start_thread({.name = "ow-flusher"}, [this] { run_flusher(); });
  } catch (const std::system_error& refused) {
    return unexpected(Failure{Fault::out_of_resources, refused.code().value()});
  }
  return {};
}

void SendQueue::run_flusher() {
  Lock lock(mutex_);
  const auto may_go = [&] {
    return is_turn_granted_ && !line_.empty() && line_.front().is_batch();
  };
  while (wait_until(lock, batch_may_go_, Deadline::never(), may_go)) write_batch(lock);
  if (failure_) drop_batches();
}

// The batch that is being written is no longer in the queue, so that other threads fill the next
// one meanwhile.
void SendQueue::write_batch(Lock& lock) {
  is_turn_granted_ = false;
  auto batch = std::move(line_.front().batch);
  line_.erase(line_.begin());
  batch.pack();
  bool has_room_come = false;
  for (const auto& message : batch.messages())
    has_room_come = level_.remove(message.size) || has_room_come;
  if (has_room_come) room_came_.notify_all();
  is_flushing_ = true;
  lock.unlock();
  send_batch(batch);
  lock.lock();
  is_flushing_ = false;
  keep_spare(std::move(batch));
  queue_ran_dry_.notify_all();
}

// Requires: the turn. If the connection breaks, messages that have wholly left count as flushed,
// since the server may run them; the others count as dropped. The batch is empty if all of its
// messages were dropped while it waited.
void SendQueue::send_batch(const Batch& batch) {
  if (batch.messages().empty()) return give_turn_back();
  note_given(batch.messages().size());
  const auto sent = connection_.send(std::array{batch.bytes()}, Deadline::never());
  const auto all = batch.messages().size();
  const auto gone = sent ? all : messages_in(batch, sent.error().taken);
  flushed_.fetch_add(gone, std::memory_order_relaxed);
  Counters::count(counters_.oneways_dropped, all - gone);
  settle(sent);
  // Lets a sender on the same processor fill the next batch. Otherwise each message of a burst
  // would wake this thread, and the system would let it run at once.
  std::this_thread::yield();
}

void SendQueue::drop_batches() {
  for (auto& one : line_) {
    one.batch.pack();
    Counters::count(counters_.oneways_dropped, one.batch.messages().size());
    one.batch.clear();
  }
}

// ---- the end ----

// Requires: lock held.
std::optional<Failure> SendQueue::why_refused() const noexcept {
  if (failure_) return failure_;
  return is_finishing_ ? std::optional{Failure{Fault::closed}} : std::nullopt;
}

std::optional<std::uint64_t> SendQueue::send_at_once(Bytes message) {
  if (!take_free_turn()) return std::nullopt;
  const auto given = given_.load(std::memory_order_relaxed) + 1;
  if (!write(std::array{message}, Deadline::at(now()))) return std::nullopt;
  return given;
}

bool SendQueue::end_if_quiet_since(std::uint64_t given, Bytes last_words) {
  if (!take_free_turn()) return false;
  Lock lock(mutex_);
  if (given_.load(std::memory_order_relaxed) != given || !line_.empty()) {
    hand_on(lock);
    return false;
  }
  if (!last_words.empty()) (void)connection_.send(std::array{last_words}, Deadline::at(now()));
  end_now(lock);
  return true;
}

void SendQueue::finish() {
  Lock lock(mutex_);
  if (failure_ || is_finishing_) return;
  is_finishing_ = true;
  stand_in_line(lock, {.is_end = true});
}

bool SendQueue::has_finished() {
  const Lock lock(mutex_);
  return has_finished_;
}

// Requires: lock held, and the turn, which is never given back.
void SendQueue::end_now(Lock&) {
  failure_ = Failure{Fault::closed};
  connection_.finish_sending();
  has_finished_ = true;
  for (auto* one : {&turn_came_, &batch_may_go_, &room_came_, &queue_ran_dry_}) one->notify_all();
}

void SendQueue::flush(Deadline deadline) {
  Lock lock(mutex_);
  (void)wait_until(lock, queue_ran_dry_, deadline, [&] {
    return !is_flushing_ && std::ranges::none_of(line_, &Waiting::is_batch);
  });
}

}  // namespace orbweaver::wire
