// SPDX-License-Identifier: Apache-2.0
// A connection from the client's side: requests go out in order, replies come back to the calls
// that wait for them.
//
//   send ──► SendQueue ──► transport ──► ReplyRouter ─┬─► WaitingCalls   callers, which also read
//                              ▲                      ├─► AsyncReplies ──► AsyncReader
//                              │                      └─► IdleProbe
//                              └── OrderlyClose   if the server has closed it
//
// There is no reader thread. A caller that waits for a reply reads the connection itself: it leads.
// The leader gives other callers their replies. When it has its own reply, another caller leads. So
// a lone two-way call takes one send, one receive, and no switch to another thread of the client.
// No caller waits for the reply to an asynchronous call: with the first such call the connection
// starts a thread that reads (AsyncReader).
#pragma once
#include "async_reader.hpp"
#include "async_window.hpp"
#include "connection_parts.hpp"
#include "orderly_close.hpp"
#include "reply_router.hpp"
#include "wait_reports.hpp"

#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/policies.hpp>

#include <atomic>
#include <memory>

namespace orbweaver::client {

struct ClientConnectionOptions {
  dispatch::Watermarks send_watermarks;
  giop::ReassemblyLimits limits;
  giop::Version version;  // of all messages to the server
  std::size_t fragment_bytes = 0;
  std::size_t async_calls = 1;  // under way at once
  giop::OctetBuffer known_key;  // of an object of the server, for LocateRequests
};

class ClientConnection : public std::enable_shared_from_this<ClientConnection> {
 public:
  ClientConnection(std::unique_ptr<transport::Connection> connection,
                   ClientConnectionOptions options, wire::Counters& counters);
  /// Calls close() with a timeout of its own.
  ~ClientConnection();
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  [[nodiscard]] std::uint32_t next_request_id() noexcept {
    return next_request_id_.fetch_add(1, std::memory_order_relaxed);  // only uniqueness matters
  }
  /// Whether requests can be sent: not once the connection has failed or the server has closed it.
  /// Reads the connection, without blocking, if it was not read for a while: so a server that has
  /// left is noticed before requests are lost.
  [[nodiscard]] bool is_usable();

  /// Like is_usable(), but never reads the connection.
  [[nodiscard]] bool is_open() const noexcept { return parts_.end.is_open(); }

  /// Whether a request that named the code sets has been sent.
  [[nodiscard]] bool knows_code_sets() const noexcept {
    return knows_code_sets_.load(std::memory_order_acquire);  // pairs with the release below
  }
  void note_code_sets() noexcept { knows_code_sets_.store(true, std::memory_order_release); }

  /// Memory for a payload: see transport::Connection::loan().
  [[nodiscard]] Chunk loan(std::size_t size) { return parts_.transport->loan(size); }

  /// Sends a request that has a reply. Fails: completed no, or maybe if the whole request had left.
  [[nodiscard]] Result<void, wire::CallFailure> send(std::span<const Bytes> message,
                                                     Deadline deadline);
  /// Sends a one-way request, with SYNC_WITH_TRANSPORT. Fails: as send().
  [[nodiscard]] Result<void, wire::CallFailure> send_oneway(std::span<const Bytes> message,
                                                            Deadline deadline);
  /// Puts a one-way request into the send queue, with SYNC_NONE. Fails: as send(); transient,
  /// queue_full, if `overflow` is fail and the queue is full.
  [[nodiscard]] Result<void, wire::CallFailure> send_queued(const KeptPieces& message,
                                                            wire::Overflow overflow,
                                                            Deadline deadline);

  /// Memory for the reply to `request_id`. Make it before the request is sent. Lives on the
  /// caller's stack.
  class Waiter {
   public:
    Waiter(ClientConnection& connection, std::uint32_t request_id, AwaitedCall call = {});
    ~Waiter();
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    /// Blocks until the reply is there, up to the deadline; after a timeout a CancelRequest goes
    /// out. Fails: timeout (completed maybe); comm_failure; transient if the server closed in
    /// order, so that the request did not run.
    [[nodiscard]] Result<giop::Message, wire::CallFailure> wait(Deadline deadline);

   private:
    ClientConnection& connection_;
    WaitingCall link_;
    bool has_left_ = false;  // the caller has its reply, or waits for it no more
  };

  /// Limits how many asynchronous calls are under way.
  [[nodiscard]] const std::shared_ptr<AsyncWindow>& async_window() const noexcept {
    return async_window_;
  }
  /// Adds an asynchronous call. Call it before the request is sent. The connection's thread calls
  /// AsyncCall::settle with the reply to `request_id`; or with timeout, once the deadline has
  /// passed (a CancelRequest is sent, too); or with the failure that ended the connection. Fails,
  /// completed no: the connection has ended; no_resources if the system gives no thread.
  [[nodiscard]] Result<void, wire::CallFailure> add_async(std::uint32_t request_id,
                                                          std::shared_ptr<AsyncCall> call,
                                                          std::uint64_t attempt, Deadline deadline);
  enum class Cancelling { no, yes };
  /// Drops the call that expects the reply to `request_id`; with `yes` a CancelRequest is sent.
  /// Does nothing if the reply has come.
  void remove_async(std::uint32_t request_id, Cancelling cancelling) noexcept;

  /// Call it once a tick. Logs calls that have waited too long, and what they wait for.
  void look_at_waits(const WaitLimits& limits, wire::Notices& notices) {
    reports_.look(parts_, router_, limits, notices);
  }
  /// Call it once a tick. Reads what has come, and closes the connection when it has been idle for
  /// `idle`: it sends the server a LocateRequest, and closes in order when the answer has come and
  /// nothing else was sent meanwhile. The answer proves that the server has read everything. Never
  /// blocks.
  void look_after(Nanoseconds idle);
  /// If the server has closed the connection in order: blocks until the server has ended it, and so
  /// has read all that was sent. Otherwise returns at once. A request that is sent elsewhere after
  /// this call cannot overtake any that was sent here. Fails: timeout, transient; completed no.
  [[nodiscard]] Result<void, wire::CallFailure> await_end(Deadline deadline);
  /// Whether the connection has ended, so that await_end() would not block.
  [[nodiscard]] bool has_ended();
  /// Whether the connection has ended and the server has certainly read all that was sent. Blocks
  /// as await_end() does.
  [[nodiscard]] bool has_lost_nothing(Deadline deadline);

  /// Sends what still waits in the queue (SYNC_NONE), up to the deadline; sends CloseConnection if
  /// the connection is open (before GIOP 1.2 only a server may); and refuses every call from then
  /// on. When it returns, asynchronous calls that were under way have been answered.
  void close(Deadline deadline);
  [[nodiscard]] const std::string& peer() const noexcept { return parts_.peer; }

 private:
  using Lock = ConnectionParts::Lock;

  [[nodiscard]] wire::CallFailure failure_to_send(const transport::ConnectionFailure& failure,
                                                  std::size_t message_size);
  void look_for_end();
  void say_close_connection() noexcept;
  [[nodiscard]] bool try_to_say_close_connection() noexcept;
  void end_by_us();
  void ask(Lock& lock);
  void close_idle(Lock& lock);

  const std::size_t fragment_bytes_;
  const giop::OctetBuffer known_key_;
  os::Atomic<bool> knows_code_sets_{false};
  os::Atomic<std::uint32_t> next_request_id_{1};
  ConnectionParts parts_;
  ReplyRouter router_;
  OrderlyClose orderly_close_{parts_};
  WaitReports reports_;
  const std::shared_ptr<AsyncWindow> async_window_;
  AsyncReader async_reader_{parts_, router_};
};

}  // namespace orbweaver::client
