// SPDX-License-Identifier: Apache-2.0
// Serialises the messages that several threads send on one connection, and holds those that wait
// (SYNC_NONE).
//
//   send()     the caller writes itself, after all that came before it
//   enqueue()  puts the message into the last batch of the bounded queue. The flusher, a thread
//              that the first such call starts, writes a whole batch at a time. A single message is
//              written at once; while one batch is being written, the next one grows.
//
// Order: messages are sent in the order of the calls of both functions. So no thread starves, and
// the messages of one thread keep their order.
//
//   SendLock    which thread sends now
//   SendLine    the threads and batches that wait for the SendLock
//   SendPhase   how far the queue is from its end
//   Flusher     the thread that writes batches
#pragma once
#include <orbweaver/wire/flusher.hpp>
#include <orbweaver/wire/send_line.hpp>
#include <orbweaver/wire/send_lock.hpp>
#include <orbweaver/wire/send_phase.hpp>

#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/policies.hpp>
#include <orbweaver/wire/statistics.hpp>
#include <orbweaver/wire/waking_lock.hpp>

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

namespace orbweaver::wire {

class SendQueue {
 public:
  static constexpr std::size_t kBatchBytes = SendLine::kBatchBytes;

  /// `connection` and `counters` must outlive the queue.
  SendQueue(transport::Connection& connection, dispatch::Watermarks watermarks, Counters& counters);
  /// Calls stop().
  ~SendQueue();

  /// Ends the flusher, and shuts the connection down. Messages that still wait are dropped and
  /// counted; see flush(). flushed() does not change any more. Blocks until the flusher has left
  /// the transport. No thread may enqueue or finish any more.
  void stop();

  /// Returns when the transport has the message. Blocks up to the deadline.
  /// Fails: as the transport. After a failure in the middle of a message nothing can be sent any
  /// more: see failure().
  [[nodiscard]] Result<void, transport::ConnectionFailure> send(std::span<const Bytes> message,
                                                                Deadline deadline);

  enum class Taken { yes, no_room };
  /// Returns when the message is in the queue, which shares large pieces that have a keeper and
  /// copies the rest. If the queue is full, `overflow` decides:
  ///   block        blocks until the queue is at the low watermark, up to the deadline
  ///   fail         the message is not taken
  ///   drop_oldest  drops and counts as many of the oldest messages as necessary: those that were
  ///                enqueued with drop_oldest, too, and that the flusher has not begun to write. If
  ///                that is not enough, blocks as above
  /// So a message that was taken with block or fail is never dropped for another one. While a
  /// caller blocks, the queue counts as full for callers that do not, so that they cannot take all
  /// the room. Bound: the high watermarks, one message, and one batch that is being written.
  /// Fails: timed_out; out_of_resources, if the flusher cannot be started; the failure of an
  /// earlier message.
  [[nodiscard]] Result<Taken, transport::ConnectionFailure> enqueue(const KeptPieces& message,
                                                                    Overflow overflow,
                                                                    Deadline deadline);
  /// Blocks until the queue is empty or broken, or the deadline has passed.
  void flush(Deadline deadline);

  /// While a thread sends: how many messages were given to the transport before this one. Nothing
  /// if no thread sends. If two calls return the same number, the same message was being sent in
  /// between. Any thread.
  [[nodiscard]] std::optional<std::uint64_t> being_given() const noexcept {
    return sending_.being_given();
  }

  /// Sends the message if no other thread sends or waits, and the transport takes at least a part
  /// of it without blocking. The flusher writes the rest before any other message leaves. Returns
  /// how many messages were given to the transport, with this one; nothing if it was not sent.
  [[nodiscard]] std::optional<std::uint64_t> send_at_once(Bytes message);
  /// If no message was given to the transport after the first `given` ones, and none waits: sends
  /// `last_words`, ends sending, and returns true; every later send fails with `closed`. Otherwise
  /// returns false, and does nothing.
  [[nodiscard]] bool end_if_quiet_since(std::uint64_t given, Bytes last_words);
  /// Ends sending after all messages that came before. Later ones fail with `closed`. Does not
  /// block.
  void finish();
  /// Whether sending has ended: no thread is in the transport's send() now or later.
  [[nodiscard]] bool has_finished();

  /// Why nothing can be sent any more; nothing if the transport has not failed. After `broken` the
  /// connection can still be read: a peer that reads no more may answer what it has read. After
  /// another failure the connection is shut down.
  [[nodiscard]] std::optional<transport::ConnectionFailure> failure();
  /// Whether there is a failure(). Any thread.
  // relaxed: a hint; the lock orders the failure
  [[nodiscard]] bool has_failed() const noexcept {
    return has_failed_.load(std::memory_order_relaxed);
  }

  /// enqueued(): how many messages enqueue() took, without those that were dropped since.
  /// flushed(): how many of them the transport has. Any thread.
  // relaxed: counts, which order nothing
  [[nodiscard]] std::uint64_t enqueued() const noexcept {
    return enqueued_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t flushed() const noexcept {
    return flushed_.load(std::memory_order_relaxed);
  }

 private:
  using Lock = WakingLock;

  [[nodiscard]] Result<void, transport::ConnectionFailure> lock_sending(Deadline deadline);
  void unlock_sending();
  void hand_on(Lock& lock);
  void contend(Lock& lock);
  void grant_sending(Lock& lock);
  void pass_sending_to(Lock& lock, SendingCaller& caller);
  void end_now(Lock& lock);
  void wake_all(Lock& lock) noexcept;
  [[nodiscard]] Result<void, transport::ConnectionFailure> write(std::span<const Bytes> pieces,
                                                                 Deadline deadline);
  void settle(const Result<void, transport::ConnectionFailure>& sent);
  void fail(const transport::ConnectionFailure& failure);
  template <class Condition>
  [[nodiscard]] Result<void, transport::ConnectionFailure> wait_until(Lock& lock,
                                                                      os::ConditionVariable& cv,
                                                                      Deadline deadline,
                                                                      Condition condition);

  [[nodiscard]] Result<Taken, transport::ConnectionFailure> make_room(Lock& lock, Overflow overflow,
                                                                      Deadline deadline);
  [[nodiscard]] Result<void, transport::ConnectionFailure> wait_for_room(Lock& lock,
                                                                         Deadline deadline);
  [[nodiscard]] bool drop_for_one_more();
  void append(Lock& lock, const KeptPieces& message, Overflow overflow);
  void run_flusher();
  void write_batch(Lock& lock);
  void send_batch(Batch& batch);
  void leave_to_flusher(Bytes rest);
  [[nodiscard]] bool flusher_takes(Bytes rest) noexcept;
  void write_rest(Lock& lock);
  template <class Write>
  void write_unlocked(Lock& lock, Write write);

  transport::Connection& connection_;
  Counters& counters_;
  SendLock sending_;

  WakingMutex mutex_;
  os::ConditionVariable batch_may_go_, room_came_, queue_ran_dry_;
  SendLine line_;
  unsigned waiting_ = 0;  // threads that wait for room
  os::Atomic<bool> has_failed_{false};
  SendPhase phase_;
  os::Atomic<std::uint64_t> enqueued_{0}, flushed_{0};
  std::vector<std::byte>
      rest_;  // of a message that holds the SendLock until the flusher has written it
  Flusher flusher_;
};

}  // namespace orbweaver::wire
