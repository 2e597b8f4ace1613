// What a server sends on one connection, from whichever threads it comes. A thread that runs
// servants waits for a client no longer than a client that reads needs: what the transport has not
// taken by then is kept here, in order, and LateReplies tries again.
//
//   reader, lanes ──► send() ──► the transport
//                        └─────► late ──► send_late() ──► the transport
//                                 └─ while there is any, the reader pauses: no more is asked for
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/statistics.hpp>

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace orbweaver::server {

/// Threads: any. Order: messages leave in the order in which they came.
class ReplyQueue {
 public:
  /// `connection` and `counters` must outlive the queue.
  ReplyQueue(transport::Connection& connection, wire::Counters& counters)
      : connection_(connection), counters_(counters) {}
  /// What is late still is dropped, and counted.
  ~ReplyQueue() { drop_late(); }
  ReplyQueue(const ReplyQueue&) = delete;
  ReplyQueue& operator=(const ReplyQueue&) = delete;

  enum class Sent {
    at_once,
    late,  // kept, or a part of it: send_late() must be called from now on
  };
  using Outcome = Result<Sent, transport::Failure>;
  enum class MessageKind {
    reply,
    close,  // or another word of the ORB's own, which is not counted
  };

  /// One whole message, or the fragments of one.
  /// Blocks: while the client does not read, for a millisecond and a nanosecond for each byte, and
  /// as long as others do so; not while something is late.
  /// Fails: closed after finish(); what the transport said, out_of_resources: then, and after
  /// fail(), everything does, and what was late is dropped and counted.
  [[nodiscard]] Outcome send(std::span<const Bytes> message, MessageKind what = MessageKind::reply);
  /// As send() of a close, if no other thread sends and the transport takes it at once, or its
  /// beginning; nothing if it is not sent. Does not block.
  /// Fails: as send(). Then it may have left all the same.
  [[nodiscard]] Result<std::optional<Sent>, transport::Failure> try_send(
      std::span<const Bytes> message);

  enum class Late { none, fewer, as_before };
  /// Sends what is late, as far as the transport takes it. Does not block.
  /// Fails: timed_out, if the oldest reply has been late for longer than `limit`; otherwise as
  /// send().
  [[nodiscard]] Result<Late, transport::Failure> send_late(Nanoseconds limit);
  /// How much is late. A hint to other threads.
  [[nodiscard]] std::size_t late_bytes() const noexcept {
    return late_bytes_.load(std::memory_order_relaxed);  // relaxed: orders nothing
  }

  /// Whether the reader is to pause, because something is late: until resumes_reader() says so.
  [[nodiscard]] bool pauses_reader();
  /// Whether a reader that paused is to go on: true once for each pause.
  [[nodiscard]] bool resumes_reader();
  /// No reader is to pause any more. Whether one does.
  [[nodiscard]] bool stops_pausing();

  /// Finishes sending behind what is late. Does not block.
  void finish();
  /// Everything fails from now on. What was late is dropped.
  void fail(transport::Failure failure);

 private:
  using Lock = std::unique_lock<os::Mutex>;
  /// The reader of the connection.
  ///
  ///              pauses_reader
  ///     reads ◄─────────────────► pauses        each ──stops_pausing──► never_pauses
  ///              resumes_reader
  enum class Reader { reads, pauses, never_pauses };
  struct Reply {
    std::vector<std::byte> bytes;
    MessageKind what;
    std::size_t sent = 0;
    [[nodiscard]] Bytes rest() const noexcept { return Bytes{bytes}.subspan(sent); }
  };

  [[nodiscard]] Outcome after_failing(Lock& lock, std::span<const Bytes> message, MessageKind what,
                                      const transport::Failure& failure);
  [[nodiscard]] Outcome keep(Lock& lock, std::span<const Bytes> message, MessageKind what,
                             std::size_t taken);
  [[nodiscard]] Result<Late, transport::Failure> after_sending_late(Lock& lock, std::size_t taken,
                                                                    Nanoseconds limit);
  void note_sent(Lock& lock, std::size_t taken);
  [[nodiscard]] transport::Failure fail(Lock& lock, transport::Failure failure);
  void drop_late();

  transport::Connection& connection_;
  wire::Counters& counters_;
  os::Mutex mutex_;  // also of the transport's send()
  std::deque<Reply> late_;
  os::Atomic<std::size_t> late_bytes_{0};
  TimePoint oldest_since_;  // the first of late_ is the first
  std::optional<transport::Failure> failure_;
  bool finishes_ = false;
  Reader reader_ = Reader::reads;
};

}  // namespace orbweaver::server
