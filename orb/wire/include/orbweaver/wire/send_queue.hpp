// Serialises what several threads send on one connection, in order, and holds what SYNC_NONE left
// behind.
//
//   send()     the caller writes, unless others came before it: then it waits for its turn
//   enqueue()  the message is copied into the last batch of the bounded queue; the flusher thread,
//              started by the first of them, writes a batch at once. A lone message leaves at once;
//              while one batch is being written the next one grows.
//
// Order: messages leave in the order of the calls, whichever of the two they use, so that no
// thread starves and the messages of one thread keep their order.
//
// The turn is a word: free, taken, or contended, which means that a thread or a batch waits in
// line and the thread that gives the turn back must hand it on. Without contention it costs two
// atomic operations a message.
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
  /// A batch takes no more messages when it has so many bytes.
  static constexpr std::size_t kBatchBytes = std::size_t{128} * 1024;

  /// `connection` and `counters` must outlive the queue.
  SendQueue(transport::Connection& connection, flow::Watermarks watermarks, Counters& counters);
  /// As stop().
  ~SendQueue();

  /// Ends the flusher, and the connection under it. What still waits is dropped and counted; see
  /// flush(). After it flushed() stays. Blocks until the transport has let the flusher go. No
  /// thread may enqueue any more.
  void stop();

  /// Returns once the transport has the message. Blocks up to the deadline.
  /// Fails: what the transport said; after a failure in the middle of a message the connection is
  /// shut down.
  [[nodiscard]] Result<void, transport::Failure> send(std::span<const Bytes> message,
                                                      Deadline deadline);

  enum class Taken { yes, no_room };
  /// Returns once the message is in the queue. If that is full, `overflow` of the message that
  /// comes says what happens: it blocks until the low watermark, up to the deadline; or is not
  /// taken; or the oldest messages are dropped (counted) that the flusher has not begun to write
  /// and whose own overflow was drop_oldest too, as many as it takes: if that is not enough, it
  /// blocks. So what was taken with block or fail is never dropped for another. While one
  /// blocks, the queue is full for senders that do not, so that none blocks for ever beside senders
  /// that fail or drop. Bound: the high watermarks, one message, and one batch that is being
  /// written. Fails: timed_out; out_of_resources, if the flusher cannot be started; what the
  /// transport said about an earlier message.
  [[nodiscard]] Result<Taken, transport::Failure> enqueue(std::span<const Bytes> message,
                                                          Overflow overflow, Deadline deadline);
  /// Waits until the queue is empty, broken, or the deadline has passed.
  void flush(Deadline deadline);

  /// How many messages the transport had been given before the one that it is given now; nothing if
  /// no thread sends. The same number at two looks: one message has not left in between. Any
  /// thread.
  [[nodiscard]] std::optional<std::uint64_t> being_given() const noexcept {
    if (turn_.load(std::memory_order_relaxed) == Turn::free) return std::nullopt;
    return given_.load(std::memory_order_relaxed);
  }

  /// Sends if it can be done at once: no other thread sends or waits to, and the transport takes
  /// it. How many messages the transport has been given then; nothing if it was not sent.
  [[nodiscard]] std::optional<std::uint64_t> send_at_once(Bytes message);
  /// If nothing was given to the transport since it had been given so many messages, and nothing
  /// waits: says `last_words`, finishes sending, and every send from then on fails with `closed`.
  /// Otherwise false, and nothing has happened.
  [[nodiscard]] bool end_if_quiet_since(std::uint64_t given, Bytes last_words);
  /// What came before leaves still, then it finishes sending. What comes later fails with `closed`.
  /// Does not block.
  void finish();
  /// Whether it has finished sending: no thread is in the transport's send() any more, nor will be.
  [[nodiscard]] bool has_finished();

  /// Messages that enqueue() took, less those that it dropped since, and those of them that the
  /// transport has. Any thread.
  // relaxed: counts, which order nothing
  [[nodiscard]] std::uint64_t enqueued() const noexcept {
    return enqueued_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t flushed() const noexcept {
    return flushed_.load(std::memory_order_relaxed);
  }

 private:
  enum class Turn : std::uint8_t { free, taken, contended };
  /// In the line: a caller of send(), known by its stack, or the oldest batch.
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
  // Messages, to the transport. Written by the thread that has the turn; relaxed: a count.
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
