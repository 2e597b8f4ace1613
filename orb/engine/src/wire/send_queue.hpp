// Serialises what several threads send on one connection, in order, and holds what SYNC_NONE left
// behind.
//
//   send()     the caller writes, unless others came before it: then it waits for its turn
//   enqueue()  the message is copied into the bounded queue; the flusher thread, started by the
//   first of them,
//              writes it, several in one gather write
//
// Order: messages leave in the order of the calls, whichever of the two they use, so that nobody
// starves and the messages of one thread keep their order.
#pragma once
#include <orbweaver/engine/statistics.hpp>
#include <orbweaver/flow/watermarks.hpp>
#include <orbweaver/transport/connection.hpp>

#include <atomic>
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
  /// Fails: what the transport said; after a failure in the middle of a message the connection is
  /// shut down.
  [[nodiscard]] Result<void, transport::Failure> send(Bytes message, Deadline deadline);
  /// Returns once the message is in the queue. Blocks while the queue is full, up to the deadline.
  /// Fails: timed_out; out_of_resources, if the flusher cannot be started; what the transport said
  /// about an earlier message.
  [[nodiscard]] Result<void, transport::Failure> enqueue(Bytes message, Deadline deadline);
  /// Waits until the queue is empty, broken, or the deadline has passed.
  void flush(Deadline deadline);

  /// Messages that enqueue() took, and those of them that the transport has. Any thread.
  // relaxed: counts, which order nothing
  [[nodiscard]] std::uint64_t enqueued() const noexcept {
    return enqueued_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t flushed() const noexcept {
    return flushed_.load(std::memory_order_relaxed);
  }

 private:
  /// Whoever came and has not been served: a copy for the flusher, or a caller of send(), known by
  /// its stack.
  struct Waiting {
    std::vector<std::byte> copy;
    const void* caller = nullptr;
  };
  using Lock = std::unique_lock<std::mutex>;
  [[nodiscard]] Result<void, transport::Failure> write(Lock& lock, std::span<const Bytes> pieces,
                                                       Deadline deadline);
  template <class Condition>
  [[nodiscard]] Result<void, transport::Failure> wait_until(Lock& lock, Deadline deadline,
                                                            Condition condition);
  [[nodiscard]] Result<void, transport::Failure> wait_for_turn(Lock& lock, Deadline deadline);
  [[nodiscard]] bool is_flusher_s_turn() const noexcept;
  void run_flusher();
  void write_copies(Lock& lock);
  void drop_copies();
  [[nodiscard]] Result<void, transport::Failure> start_flusher();

  transport::Connection& connection_;
  Counters& counters_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> waiting_;
  flow::Level level_;
  std::optional<transport::Failure> failure_;  // sticky
  bool writing_ = false, stopping_ = false;
  std::atomic<std::uint64_t> enqueued_{0}, flushed_{0};
  std::jthread flusher_;
};

}  // namespace orbweaver::engine
