// A connection from the client's side: requests go out in order, replies come back to whoever waits
// for them.
//
// There is no reader thread. A caller that waits for a reply reads the connection itself (it
// leads); callers that wait meanwhile (followers) are handed their replies by the leader, or the
// lead when the leader has its own. So a lone two-way call costs one send, one receive, and no
// switch to another thread of the client.
#pragma once
#include "wire/send_queue.hpp"

#include <orbweaver/engine/failure.hpp>
#include <orbweaver/giop/reassembler.hpp>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace orbweaver::engine {

struct ClientConnectionOptions {
  flow::Watermarks send_watermarks;
  giop::ReassemblyLimits limits;
};

class ClientConnection {
 public:
  ClientConnection(std::unique_ptr<transport::Connection> connection,
                   ClientConnectionOptions options, Counters& counters);
  /// As close().
  ~ClientConnection();
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  [[nodiscard]] std::uint32_t next_request_id() noexcept {
    return next_request_id_.fetch_add(1, std::memory_order_relaxed);  // only uniqueness matters
  }
  /// False once anything has gone wrong or the server has closed. Looks at the connection itself if
  /// nobody has read from it for a while, so that a server that left meanwhile is noticed before
  /// requests are lost to it.
  [[nodiscard]] bool is_usable();

  /// Memory for a payload: see transport::Connection::loan().
  [[nodiscard]] Chunk loan(std::size_t size) { return connection_->loan(size); }

  /// A request that a reply follows. Fails: always completed no.
  [[nodiscard]] Result<void, CallFailure> send(std::span<const Bytes> message, Deadline deadline);
  /// SYNC_WITH_TRANSPORT. Fails: as send().
  [[nodiscard]] Result<void, CallFailure> send_oneway(std::span<const Bytes> message,
                                                      Deadline deadline);
  /// SYNC_NONE. Fails: as send(); transient, queue_full, if `overflow` is fail and the queue full.
  [[nodiscard]] Result<void, CallFailure> enqueue(std::span<const Bytes> message, Overflow overflow,
                                                  Deadline deadline);

  /// A place for the reply to `request_id`; made before the request is sent. Lives on the caller's
  /// stack, as a link of the chain of those who wait.
  class Waiter {
   public:
    Waiter(ClientConnection& connection, std::uint32_t request_id);
    ~Waiter();
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    /// Blocks until the reply is there, up to the deadline; after a timeout a CancelRequest goes
    /// out. Fails: timeout (completed maybe); comm_failure; transient if the server closed in
    /// order, so that the request did not run.
    [[nodiscard]] Result<giop::Message, CallFailure> wait(Deadline deadline);

   private:
    friend class ClientConnection;
    void leave(std::unique_lock<std::mutex>& lock) noexcept;

    ClientConnection& connection_;
    std::uint32_t request_id_;
    std::uint64_t oneways_before_;  // the reply proves that the server has read them
    std::optional<giop::Message> reply_;
    Waiter* older_;
    Waiter* newer_ = nullptr;
    bool has_left_ = false;  // the chain, as the reply is here or will not be waited for
  };

  /// Sends what SYNC_NONE left behind, up to the deadline, says CloseConnection if the connection
  /// is still whole, and refuses every call from then on.
  void close(Deadline deadline);
  [[nodiscard]] const std::string& peer() const noexcept { return peer_; }

 private:
  using Lock = std::unique_lock<std::mutex>;
  /// What became of a connection that is of no more use.
  struct End {
    enum class Cause {
      failure,
      closed_in_order,  // CloseConnection came: what was not answered did not run
      message_error,    // the server could not read what we sent
      closed_by_us,
    };
    Cause cause = Cause::failure;
    transport::Failure failure = {};
  };

  void lead(Lock& lock, Deadline deadline);
  void take_frame(Lock& lock, Frame frame);
  void route(Lock& lock, giop::Message message);
  void end(Lock& lock, End end);
  [[nodiscard]] Waiter* find_waiter(std::uint32_t request_id) const noexcept;
  [[nodiscard]] bool is_alone(const Waiter& waiter) const noexcept;
  void count_doubt(Lock& lock);
  [[nodiscard]] CallFailure failure_to_send(const transport::Failure& failure);
  [[nodiscard]] std::uint64_t oneways_sent() const noexcept;
  void cancel(std::uint32_t request_id) noexcept;
  void read_what_came(Lock& lock);
  [[nodiscard]] CallFailure failure_of(const transport::Failure& failure,
                                       giop::Completion completed) const;
  [[nodiscard]] CallFailure failure_at_end() const;

  std::unique_ptr<transport::Connection> connection_;
  std::string peer_;
  SendQueue queue_;
  std::atomic<std::uint32_t> next_request_id_{1};
  Counters& counters_;
  std::atomic<std::uint64_t> oneways_with_transport_{0};

  std::mutex mutex_;
  std::condition_variable changed_;
  giop::Reassembler reassembler_;
  Waiter* newest_waiter_ = nullptr;
  std::optional<End> end_;
  std::atomic<bool> is_open_{true};  // no end_
  bool is_led_ = false;
  std::atomic<std::int64_t> next_look_ns_;
  std::uint64_t oneways_settled_ =
      0;  // known to have been read by the server, or counted as in doubt
};

}  // namespace orbweaver::engine
