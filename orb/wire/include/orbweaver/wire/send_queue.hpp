// Serialises the messages that several threads send on one connection, and holds those that wait
// (SYNC_NONE).
//
//   send()     the caller writes itself, after all that came before it
//   enqueue()  copies the message to the last batch of the bounded queue. The flusher, a thread
//   that
//              the first such call starts, writes a whole batch at a time. A single message is
//              written at once; while one batch is being written, the next one grows.
//
// Order: messages are sent in the order of the calls of both functions. So no thread starves, and
// the messages of one thread keep their order.
//
// Only the thread that has the turn writes. The turn is one word: free, taken, or contended.
// Contended means that a thread or a batch waits in the line, and that the thread which has the
// turn must hand it on. Without contention a message costs two atomic operations. Scenarios:
// send_queue.cpp.
#pragma once
#include <orbweaver/wire/batch.hpp>

#include <orbweaver/flow/watermarks.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/policies.hpp>
#include <orbweaver/wire/statistics.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace orbweaver::wire {

class SendQueue {
 public:
  /// A batch with so many bytes takes no more messages.
  static constexpr std::size_t kBatchBytes = std::size_t{128} * 1024;

  /// `connection` and `counters` must outlive the queue.
  SendQueue(transport::Connection& connection, flow::Watermarks watermarks, Counters& counters);
  /// As stop().
  ~SendQueue();

  /// Ends the flusher, and shuts the connection down. Messages that still wait are dropped and
  /// counted; call flush() before to send them. Afterwards flushed() does not change. Blocks until
  /// the flusher has left the transport. Requires: no thread calls enqueue() any more.
  void stop();

  /// Returns when the transport has the message. Blocks up to the deadline.
  /// Fails: as the transport. After a failure in the middle of a message the connection is shut
  /// down.
  [[nodiscard]] Result<void, transport::Failure> send(std::span<const Bytes> message,
                                                      Deadline deadline);

  enum class Taken { yes, no_room };
  /// Returns when the message is in the queue. If the queue is full, `overflow` decides:
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
  [[nodiscard]] Result<Taken, transport::Failure> enqueue(std::span<const Bytes> message,
                                                          Overflow overflow, Deadline deadline);
  /// Blocks until the queue is empty or broken, or the deadline has passed.
  void flush(Deadline deadline);

  /// While a thread sends: how many messages were given to the transport before this one. Nothing
  /// if no thread sends. If two calls return the same number, the same message was being sent in
  /// between. Any thread.
  [[nodiscard]] std::optional<std::uint64_t> being_given() const noexcept {
    if (turn_.load(std::memory_order_relaxed) == Turn::free) return std::nullopt;
    return given_.load(std::memory_order_relaxed);
  }

  /// Sends the message if no other thread sends or waits, and the transport takes it without
  /// blocking. Returns how many messages were given to the transport, with this one; nothing if it
  /// was not sent.
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
  enum class Turn : std::uint8_t { free, taken, contended };
  /// One place in the line: a caller of send(), identified by an address on its stack, or a batch.
  struct Waiting {
    const void* caller = nullptr;
    Batch batch;
    bool is_end = false;  // see finish()
    [[nodiscard]] bool is_batch() const noexcept { return caller == nullptr && !is_end; }
  };
  using Lock = std::unique_lock<std::mutex>;

  [[nodiscard]] bool take_free_turn() noexcept;
  [[nodiscard]] Result<void, transport::Failure> wait_for_turn(Deadline deadline);
  void give_turn_back();
  void hand_on(Lock& lock);
  void stand_in_line(Lock& lock, Waiting waiting);
  void grant_turn(Lock& lock);
  void end_now(Lock& lock);
  [[nodiscard]] std::optional<transport::Failure> why_refused() const noexcept;
  [[nodiscard]] Result<void, transport::Failure> write(std::span<const Bytes> pieces,
                                                       Deadline deadline);
  void note_given(std::uint64_t messages) noexcept {
    given_.store(given_.load(std::memory_order_relaxed) + messages, std::memory_order_relaxed);
  }
  void settle(const Result<void, transport::Failure>& sent);
  void fail(const transport::Failure& failure);
  template <class Condition>
  [[nodiscard]] Result<void, transport::Failure> wait_until(Lock& lock, std::condition_variable& cv,
                                                            Deadline deadline, Condition condition);

  [[nodiscard]] Result<Taken, transport::Failure> make_room(Lock& lock, Overflow overflow,
                                                            Deadline deadline);
  [[nodiscard]] bool drop_for_one_more();
  [[nodiscard]] bool drop_one();
  void leave_the_line(std::vector<Waiting>::iterator place);
  void keep_spare(Batch batch);
  void append(Lock& lock, std::span<const Bytes> message, Overflow overflow);
  [[nodiscard]] Result<void, transport::Failure> start_flusher();
  void run_flusher();
  void write_batch(Lock& lock);
  void send_batch(const Batch& batch);
  void drop_batches();

  transport::Connection& connection_;
  Counters& counters_;
  std::atomic<Turn> turn_{Turn::free};
  // Messages given to the transport. Written by the thread that has the turn; relaxed: a count.
  std::atomic<std::uint64_t> given_{0};

  std::mutex mutex_;
  std::condition_variable turn_came_, batch_may_go_, room_came_, queue_ran_dry_;
  std::vector<Waiting> line_;
  bool is_turn_granted_ = false;  // to the first in the line
  flow::Level level_;             // of the batches in the line
  unsigned waiting_ = 0;          // for room
  std::vector<Batch> spare_;
  std::optional<transport::Failure> failure_;  // sticky; the turn is never free again
  bool stopping_ = false, is_flushing_ = false, is_finishing_ = false, has_finished_ = false;
  std::atomic<std::uint64_t> enqueued_{0}, flushed_{0};
  std::jthread flusher_;
};

}  // namespace orbweaver::wire
