// Serialises what several threads send on one connection, in order, and holds what SYNC_NONE left behind.
//
//   send()     the caller writes, unless messages wait in front of it: then it waits for them
//   enqueue()  the message is copied into the bounded queue; the flusher thread, started by the first of them,
//              writes it, several in one gather write
//
// Order: the messages of one thread leave in call order, whichever of the two it uses.
#pragma once
#include <orbweaver/engine/statistics.hpp>
#include <orbweaver/flow/watermarks.hpp>
#include <orbweaver/transport/connection.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace orbweaver::engine {

class SendQueue {
 public:
  /// `connection` and `counters` must outlive the queue.
  SendQueue(transport::Connection& connection, flow::Watermarks watermarks, Counters& counters);
  /// Ends the flusher. What still waits is dropped and counted; see flush().
  ~SendQueue();

  /// Returns once the transport has the message. Blocks up to the deadline.
  /// Fails: what the transport said; after a failure in the middle of a message the connection is shut down.
  [[nodiscard]] Result<void, transport::Failure> send(Bytes message, Deadline deadline);
  /// Returns once the message is in the queue. Blocks while the queue is full, up to the deadline.
  /// Fails: timed_out, or what the transport said about an earlier message.
  [[nodiscard]] Result<void, transport::Failure> enqueue(Bytes message, Deadline deadline);
  /// Waits until the queue is empty, broken, or the deadline has passed.
  void flush(Deadline deadline);

 private:
  using Lock = std::unique_lock<std::mutex>;
  [[nodiscard]] Result<void, transport::Failure> write(Lock& lock, std::span<const Bytes> pieces, Deadline deadline);
  template <class Condition>
  [[nodiscard]] Result<void, transport::Failure> wait_until(Lock& lock, Deadline deadline, Condition condition);
  void run_flusher();
  void write_waiting(Lock& lock);
  void start_flusher();

  transport::Connection& connection_;
  Counters& counters_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::vector<std::byte>> waiting_;
  flow::Level level_;
  std::optional<transport::Failure> failure_;  // sticky
  bool writing_ = false, stopping_ = false;
  std::thread flusher_;
};

}  // namespace orbweaver::engine
