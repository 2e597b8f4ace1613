// A connection from the client's side: requests go out in order, replies come back to whoever waits
// for them.
//
// There is no reader thread. A caller that waits for a reply reads the connection itself (it
// leads); callers that wait meanwhile (followers) are handed their replies by the leader, or the
// lead when the leader has its own. So a lone two-way call costs one send, one receive, and no
// switch to another thread of the client.
//
// Asynchronous calls have nobody who waits. With the first of them the connection gets a thread
// that leads as long as replies to them are due, and hands them over (client_connection_async.cpp).
#pragma once
#include "client/async_window.hpp"
#include "wire/send_queue.hpp"

#include <orbweaver/engine/client_request.hpp>
#include <orbweaver/engine/failure.hpp>
#include <orbweaver/engine/notices.hpp>
#include <orbweaver/engine/options.hpp>
#include <orbweaver/giop/reassembler.hpp>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace orbweaver::engine {

class AsyncCall;
class NestedWait;

/// When calls that wait are reported. They are looked at once a tick, so a report comes up to a
/// tick late, and costs the call nothing.
struct WaitLimits {
  Nanoseconds warning, report;  // as in Options; zero: never
  Nanoseconds tick;             // zero: never
  [[nodiscard]] static WaitLimits of(const Options& options) noexcept;
  /// For how long at least something has waited that was there at so many looks.
  [[nodiscard]] Nanoseconds waited(unsigned looks) const noexcept { return (looks - 1) * tick; }
};

/// What a caller waits for; in its own memory, as long as it waits.
struct AwaitedCall {
  const ClientRequest* request = nullptr;  // null: nothing to report
  bool has_timeout = false;
  const NestedWait* of_servant = nullptr;  // of a servant that waits
};

struct ClientConnectionOptions {
  flow::Watermarks send_watermarks;
  giop::ReassemblyLimits limits;
  giop::Version version;  // of all that is sent
  std::size_t fragment_bytes = 0;
  std::size_t async_calls = 1;  // under way at once
  giop::OctetBuffer known_key;  // of an object there, to ask about
};

class ClientConnection : public std::enable_shared_from_this<ClientConnection> {
 public:
  /// For a server that has closed to read what it was sent.
  static constexpr auto kLongestFarewell = std::chrono::seconds(30);

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

  /// False once anything has gone wrong or the server has closed. Does not look: see is_usable().
  [[nodiscard]] bool is_open() const noexcept { return is_open_.load(std::memory_order_relaxed); }

  /// Whether a request that named the code sets has left before.
  [[nodiscard]] bool knows_code_sets() const noexcept {
    return knows_code_sets_.load(std::memory_order_acquire);  // pairs with the release below
  }
  void note_code_sets() noexcept { knows_code_sets_.store(true, std::memory_order_release); }

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
    Waiter(ClientConnection& connection, std::uint32_t request_id, AwaitedCall call = {});
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
    AwaitedCall call_;
    unsigned looks_ = 0;  // of look_at_waits()
    bool is_reported_ = false, is_holder_reported_ = false;
    std::uint64_t oneways_before_;  // the reply proves that the server has read them
    std::optional<giop::Message> reply_;
    Waiter* older_;
    Waiter* newer_ = nullptr;
    bool has_left_ = false;  // the chain, as the reply is here or will not be waited for
  };

  /// In which each asynchronous call has a place.
  [[nodiscard]] const std::shared_ptr<AsyncWindow>& async_window() const noexcept {
    return async_window_;
  }
  /// Made before the request is sent: `call` is handed (AsyncCall::answered) the reply to
  /// `request_id`, or timeout once the deadline has passed, when a CancelRequest goes out, too, or
  /// the failure that ended the connection. On the thread of the connection.
  /// Fails: completed no; the connection has ended; no_resources if there is no thread to be had.
  [[nodiscard]] Result<void, CallFailure> expect(std::uint32_t request_id,
                                                 std::shared_ptr<AsyncCall> call,
                                                 std::uint64_t attempt, Deadline deadline);
  enum class Telling { nobody, the_server };
  /// No reply to `request_id` is wanted any more. Nothing if it has come.
  void forget(std::uint32_t request_id, Telling telling) noexcept;

  /// To be called once a tick. Logs what calls wait for that have waited too long.
  void look_at_waits(const WaitLimits& limits, Notices& notices);
  /// To be called again and again. Notices what came, and gives the connection back when it has
  /// been of no use for `idle`: it asks the server something, and ends in order when the answer has
  /// come and nothing was sent meanwhile. The answer proves that the server has read everything.
  /// Blocks: never.
  void look_after(Nanoseconds idle);
  /// Of a connection that the server closed in order: blocks until the server has ended it, as it
  /// then has read all that came before. Others return at once. Requests that are sent elsewhere
  /// after it cannot overtake any that were sent here. Fails: timeout, transient; completed no.
  [[nodiscard]] Result<void, CallFailure> await_end(Deadline deadline);
  /// Whether it has ended, so that await_end() would not block.
  [[nodiscard]] bool has_ended();
  /// Whether it has ended and the server has certainly read all that was sent before. Blocks as
  /// await_end().
  [[nodiscard]] bool has_lost_nothing(Deadline deadline);

  /// Sends what SYNC_NONE left behind, up to the deadline, says CloseConnection if the connection
  /// is still whole (before GIOP 1.2 only a server says it), and refuses every call from then on.
  /// Asynchronous calls that are under way have been answered when it returns.
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
      rested,  // closed by us, as idle: the server has read everything
    };
    Cause cause = Cause::failure;
    transport::Failure failure = {};
  };

  /// An asynchronous call whose reply is due, and one whose reply, or failure, is there.
  struct Expected {
    std::uint32_t request_id;
    std::uint64_t attempt;
    std::uint64_t oneways_before;
    Deadline deadline;
    std::shared_ptr<AsyncCall> call;
    unsigned looks = 0;  // of look_at_waits()
    bool is_reported = false;
  };
  struct Answer {
    std::shared_ptr<AsyncCall> call;
    std::uint64_t attempt;
    Result<giop::Message, CallFailure> what;
    std::optional<std::uint32_t> cancelled;  // to be told to the server
  };
  void run_reader();
  void read_for_calls(Lock& lock);
  void give_up_late(Lock& lock);
  void hand_over(std::vector<Answer>& answers) noexcept;
  void stop_reader() noexcept;
  void answer_call(Lock& lock, std::uint32_t request_id, giop::Message message);
  void fail_calls(Lock& lock);
  [[nodiscard]] CallFailure no_reply_in_time() const;

  /// What is asked before an idle connection is given back.
  struct Question {
    std::uint32_t id;
    std::uint64_t given;  // messages, with the question: SendQueue::send_at_once
    bool is_answered = false;
  };

  [[nodiscard]] std::string why_silent(const Waiter& waiter);
  [[nodiscard]] std::optional<std::string> look_at_holder(Waiter& waiter);
  [[nodiscard]] bool is_sender_stuck(const WaitLimits& limits);
  void look_at_async_calls(const WaitLimits& limits, std::vector<std::string>& waits);
  void lead(Lock& lock, Deadline deadline);
  [[nodiscard]] bool is_in_use() const noexcept;
  void ask(Lock& lock);
  void rest(Lock& lock);
  void close_in_order(Lock& lock);
  [[nodiscard]] bool awaits_end(Lock& lock) const noexcept;
  [[nodiscard]] CallFailure not_ended_in_time() const;
  void read_farewell(Lock& lock, Deadline deadline);
  void take_farewell(Lock& lock, const Result<Frame, transport::Failure>& frame);
  void look_for_farewell(Lock& lock);
  void take_frame(Lock& lock, Frame frame);
  void route(Lock& lock, giop::Message message);
  void end(Lock& lock, End end);
  [[nodiscard]] Waiter* find_waiter(std::uint32_t request_id) const noexcept;
  [[nodiscard]] bool is_alone(const Waiter& waiter) const noexcept;
  void count_doubt(Lock& lock);
  [[nodiscard]] CallFailure failure_to_send(const transport::Failure& failure,
                                            std::size_t message_size);
  [[nodiscard]] std::uint64_t oneways_sent() const noexcept;
  void cancel(std::uint32_t request_id) noexcept;
  void say_goodbye();
  [[nodiscard]] bool is_whole();
  void look_for_end();
  void end_by_us();
  void read_what_came(Lock& lock);
  [[nodiscard]] CallFailure failure_of(const transport::Failure& failure,
                                       giop::Completion completed) const;
  [[nodiscard]] CallFailure failure_at_end() const;

  std::unique_ptr<transport::Connection> connection_;
  std::string peer_;
  const giop::Version version_;
  const std::size_t fragment_bytes_;
  const giop::OctetBuffer known_key_;
  std::atomic<bool> knows_code_sets_{false};
  SendQueue queue_;
  std::atomic<std::uint32_t> next_request_id_{1};
  Counters& counters_;
  std::atomic<std::uint64_t> oneways_with_transport_{0};
  std::atomic<bool> is_in_doubt_{false};  // the end left one-ways in doubt, and they were counted

  std::mutex mutex_;
  std::condition_variable changed_;
  giop::Reassembler reassembler_;
  Waiter* newest_waiter_ = nullptr;
  std::optional<End> end_;
  std::atomic<bool> is_open_{true};  // no end_
  bool is_led_ = false;
  bool has_received_ = false, has_warned_of_silence_ = false;
  std::optional<std::uint64_t> seen_being_given_;  // at the last look
  unsigned looks_at_sender_ = 0;                   // with the same message
  // Of a connection that the server closed in order: whether it has ended, having read everything.
  bool has_server_ended_ = false, was_read_to_the_end_ = false;
  Deadline farewell_until_ = Deadline::never();  // from when somebody waits for it
  std::optional<Question> question_;
  std::uint32_t seen_request_id_ = 0;
  TimePoint quiet_since_ = now();
  std::atomic<std::int64_t> next_look_ns_;
  std::uint64_t oneways_settled_ =
      0;  // known to have been read by the server, or counted as in doubt

  const std::shared_ptr<AsyncWindow> async_window_;
  std::deque<Expected> expected_;         // the oldest first, as their replies mostly come
  std::vector<Answer> answers_;           // for the reader to hand over
  Deadline soonest_ = Deadline::never();  // not after the deadline of any that is expected
  bool reader_stops_ = false;
  bool* reader_gone_ = nullptr;  // told to a reader whose call was the last to know the connection
  std::jthread reader_;
};

}  // namespace orbweaver::engine
