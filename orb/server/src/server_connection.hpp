// A connection from the server's side: reads messages, hands requests to the dispatcher of their
// object, and sends replies, whichever thread they come from.
//
// It is a Feeder: a full lane pauses it, and so do replies that the client has not read; until it
// is resumed nothing is read, so that the transport holds the client. Who calls read_* is the
// business of a ConnectionReader.
#pragma once
#include <orbweaver/wire/reader_handoff.hpp>
#include "cancelled_requests.hpp"
#include "reply_queue.hpp"
#include "request_row.hpp"

#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/server/object_adapter.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>

namespace orbweaver::server {

class LateReplies;
struct ServerContext;
class ReaderWatch;
class RequestJob;
class StreamRequest;

class ServerConnection final : public dispatch::Feeder,
                               public std::enable_shared_from_this<ServerConnection> {
 public:
  enum class Next {
    read,         // go on reading
    read_more,    // go on reading at once: more may be there already
    pause,        // read again after on_resume
    stop,         // no more will come
    handed_over,  // another thread reads it by now: leave it alone
  };

  /// `context` and `late` must outlive the connection. `on_resume` is called by a dispatcher's
  /// thread or that of `late`, once for each Next::pause.
  ServerConnection(std::unique_ptr<transport::Connection> connection, const ServerContext& context,
                   LateReplies& late);

  /// Brief requests run on the reading thread if `watch` looks after it. Before the first read.
  void set_watch(ReaderWatch& watch) noexcept { watch_ = &watch; }
  /// Of the thread that reads now.
  [[nodiscard]] wire::ReaderHandoff& handoff() const noexcept {
    return *handoff_.load(
        std::memory_order_acquire);  // pairs with the release in take_over_reading
  }
  /// Whether the calling thread reads from now on, in place of the one that was in a servant at
  /// `look`.
  [[nodiscard]] bool take_over_reading(wire::ReaderHandoff::Look look);

  void set_on_resume(std::function<void()> on_resume) { on_resume_ = std::move(on_resume); }
  /// Blocks for one message and deals with it.
  [[nodiscard]] Next read_one();
  /// Deals with what is there without blocking: `read` means that nothing is left; `read_more` that
  /// others should have their turn first.
  [[nodiscard]] Next read_available();

  /// Sends a whole message, now or later; a client that has gone, or does not read, costs its
  /// connection and is counted. Blocks: as ReplyQueue::send().
  void send_reply(Bytes message);
  /// For LateReplies. Whether any have gone.
  bool send_late_replies();
  [[nodiscard]] std::size_t late_bytes() const noexcept { return replies_.late_bytes(); }
  /// Ends the connection. `why`, for the log.
  void drop_late_replies(std::string_view why);
  /// No more requests are wanted; read_one() returns stop.
  void stop_reading();
  // Whoever may read calls these three, and never blocks in them.

  /// Whether nothing has come since this was last asked.
  [[nodiscard]] bool has_been_quiet();
  /// How long it may be quiet before rest(). 0: for ever.
  [[nodiscard]] Nanoseconds patience() const noexcept;
  /// It was quiet for so long: if nothing is due to the client, tells it that the connection is
  /// closed, and reads on to the client's end. The second time that end is not waited for. `owners`
  /// is how many hold the connection who owe it no reply. True: it is over, let go of it.
  [[nodiscard]] bool rest(long owners);
  /// After the last reply: tells the client that what it still sends will not run.
  void say_goodbye();
  /// Whether the client no longer waits for the reply to that request.
  [[nodiscard]] bool is_cancelled(std::uint32_t request_id) const noexcept {
    return cancelled_.contains(request_id);
  }

  /// Whether the system says that the client is a process of this user, or root's; false for every
  /// client that came by TCP. Once the connection has ended: false.
  [[nodiscard]] bool is_of_same_user() const noexcept;
  [[nodiscard]] std::string peer() const { return connection_->peer(); }

  void resume() noexcept override;  // NOLINT(bugprone-exception-escape): see there
  [[nodiscard]] int descriptor() const noexcept { return connection_->descriptor(); }

 private:
  /// What is needed to answer a request after its bytes have gone.
  struct RequestId {
    std::uint32_t id;
    giop::ResponseFlags response;
    giop::Version version;
    RequestId(const giop::RequestHeader& header) noexcept
        : id(header.request_id), response(header.response), version(header.version) {}
  };

  [[nodiscard]] Next take(Frame frame);
  [[nodiscard]] Next look_whether_idle();
  [[nodiscard]] bool is_at_rest(long owners) const;
  [[nodiscard]] bool has_been_deaf_for_long();
  [[nodiscard]] bool cut();
  [[nodiscard]] bool is_any_reader_in_servant() const noexcept;
  [[nodiscard]] bool is_held_by_replies();
  void see_to(ReplyQueue::Sent sent);
  void give_up(const transport::Failure& failure);
  void say_close_connection();
  [[nodiscard]] Next handle(giop::Message message);
  [[nodiscard]] Next handle_request(giop::Message message);
  /// What becomes of a request for an object whose gate is not open.
  [[nodiscard]] Next stop_at(ActiveObject& object, giop::Message message,
                             const giop::RequestHeader& header);
  [[nodiscard]] Next handle_locate_request(const giop::Message& message);
  [[nodiscard]] Next refuse_stream(std::string_view why) {
    return refuse_stream(why, reassembler_.version());
  }
  [[nodiscard]] Next refuse_stream(std::string_view why, giop::Version version);
  [[nodiscard]] Next end(const transport::Failure& failure);
  [[nodiscard]] Next submit(const std::shared_ptr<ActiveObject>& object, giop::Message message,
                            const giop::RequestHeader& header, const cdr::Decoder& arguments);
  [[nodiscard]] std::shared_ptr<ActiveObject> find(Bytes key);
  [[nodiscard]] bool may_run_here(ActiveObject& object) const noexcept;
  template <class Run>
  [[nodiscard]] Next run_here(ActiveObject& object, std::size_t requests, Run run);
  /// As run_here, for the first request and those right behind it.
  [[nodiscard]] Next run_row(ActiveObject& object, Frame behind, WholeRequest first);
  [[nodiscard]] dispatch::Lane& own_lane();
  /// On the reading thread, or, if a servant of this connection waits for a call of its own and
  /// another thread reads on, behind it.
  [[nodiscard]] Next run_in_turn(std::unique_ptr<dispatch::Job> job, RequestId request);
  void run_behind(ActiveObject& object, WholeRequest& request, cdr::CodeSets code_sets);
  [[nodiscard]] Next submit_by_priority(const std::shared_ptr<ActiveObject>& object,
                                        RequestJob request, const giop::RequestHeader& header);
  [[nodiscard]] Next submit_in_stream(ActiveObject& object, StreamRequest request, RequestId id);
  [[nodiscard]] Next go_on_after(dispatch::Intake intake, RequestId request);
  Next refuse_request(RequestId request, wire::Exception exception, wire::Minor minor);
  void acknowledge(RequestId request);
  [[nodiscard]] Next handle_cancel_request(const giop::Message& message);
  [[nodiscard]] Next refuse_unknown_object(const giop::RequestHeader& header);
  [[nodiscard]] bool take_code_sets(const giop::RequestHeader& header);

  std::unique_ptr<transport::Connection> connection_;
  const ServerContext& context_;
  LateReplies& late_;
  ReplyQueue replies_;
  giop::Reassembler reassembler_;
  std::optional<giop::Message> held_;  // a request that an adapter's gate holds
  CancelledRequests cancelled_;
  // The reader's own.
  std::optional<giop::TransmissionCodeSets> agreed_code_sets_;
  cdr::CodeSets code_sets_;
  giop::Version code_sets_version_;
  // When a reader that waits for frames looks whether any came.
  Deadline next_look_ = Deadline::never();
  bool has_read_ = true;                 // since the last look
  std::size_t partial_size_ = 0;         // at the last look
  std::optional<TimePoint> deaf_since_;  // quiet, and took no CloseConnection
  bool is_draining_ = false;             // said CloseConnection, and reads what crosses it
  std::optional<Frame> kept_;            // taken from the connection, and next to be dealt with
  std::function<void()> on_resume_;
  // The reader's own: most requests go to the object of the one before.
  giop::OctetBuffer last_key_;
  std::weak_ptr<ActiveObject> last_object_;
  std::size_t brief_requests_ = 0;
  std::shared_ptr<dispatch::Lane> own_lane_;  // of dispatch `connection`
  ReaderWatch* watch_ = nullptr;
  std::deque<wire::ReaderHandoff> handoffs_{
      1};  // of those that handed over and are in a servant still, and of the present reader
  std::atomic<wire::ReaderHandoff*> handoff_{&handoffs_.front()};
};

}  // namespace orbweaver::server
