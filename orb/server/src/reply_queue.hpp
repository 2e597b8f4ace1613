// SPDX-License-Identifier: Apache-2.0
// The messages that a server sends on one connection, from any thread. A thread that runs servants
// waits only as long as a client needs that does read. Then the queue keeps the bytes that the
// transport has not taken, in order, and LateReplies tries again.
//
//   reader, lanes ──► send() ──► the transport
//                        └─────► late ──► send_late() ──► the transport
//                                 └─ while any is late, the reader takes no more requests
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
  /// Drops and counts the replies that are still late.
  ~ReplyQueue() { drop_late(); }
  ReplyQueue(const ReplyQueue&) = delete;
  ReplyQueue& operator=(const ReplyQueue&) = delete;

  enum class Sent {
    at_once,
    late,  // kept, or a part of it: send_late() must be called from now on
  };
  using Outcome = Result<Sent, transport::ConnectionFailure>;
  enum class MessageKind {
    reply,
    close,  // or another message of the ORB itself, which is not counted
  };

  /// Sends one whole message, or its fragments.
  /// Blocks: while the client does not read, for a millisecond and a nanosecond for each byte, and
  /// as long as other threads do so; not while a message is late.
  /// Fails: closed, after finish(); out_of_resources, and with each fault of the transport. After
  /// such a fault, and after fail(), every call fails, and late messages are dropped and counted.
  [[nodiscard]] Outcome send(std::span<const Bytes> message, MessageKind what = MessageKind::reply);
  /// Sends a `close` if no other thread sends and the transport takes it, or its beginning, at
  /// once. Returns nothing if it is not sent. Does not block.
  /// Fails: as send(). The message may have left although the call failed.
  [[nodiscard]] Result<std::optional<Sent>, transport::ConnectionFailure> try_send(
      std::span<const Bytes> message);

  enum class Late { none, fewer, as_before };
  /// Sends late messages, as far as the transport takes them. Does not block.
  /// Fails: timed_out, if the oldest reply has been late for longer than `limit`; otherwise as
  /// send().
  [[nodiscard]] Result<Late, transport::ConnectionFailure> send_late(Nanoseconds limit);
  /// The size of the late messages. A hint to other threads.
  [[nodiscard]] std::size_t late_bytes() const noexcept {
    return late_bytes_.load(std::memory_order_relaxed);  // relaxed: orders nothing
  }

  /// Whether the reader is to pause, because a message is late: until resumes_reader() returns
  /// true.
  [[nodiscard]] bool pauses_reader();
  /// Whether a reader that paused is to go on: true once for each pause.
  [[nodiscard]] bool resumes_reader();
  /// From now on the reader does not pause. Returns whether it pauses now.
  [[nodiscard]] bool stops_pausing();

  /// Finishes sending, behind the late messages. Does not block.
  void finish();
  /// Every call fails from now on. Late messages are dropped.
  void fail(transport::ConnectionFailure failure);

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
                                      const transport::ConnectionFailure& failure);
  [[nodiscard]] Outcome keep(Lock& lock, std::span<const Bytes> message, MessageKind what,
                             std::size_t taken);
  [[nodiscard]] Result<Late, transport::ConnectionFailure> after_sending_late(Lock& lock,
                                                                              std::size_t taken,
                                                                              Nanoseconds limit);
  void note_sent(Lock& lock, std::size_t taken);
  [[nodiscard]] transport::ConnectionFailure fail(Lock& lock, transport::ConnectionFailure failure);
  void drop_late();

  transport::Connection& connection_;
  wire::Counters& counters_;
  os::Mutex mutex_;  // also of the transport's send()
  std::deque<Reply> late_;
  os::Atomic<std::size_t> late_bytes_{0};
  TimePoint oldest_since_;  // when the first of late_ became the first
  std::optional<transport::ConnectionFailure> failure_;
  bool finishes_ = false;
  Reader reader_ = Reader::reads;
};

}  // namespace orbweaver::server
