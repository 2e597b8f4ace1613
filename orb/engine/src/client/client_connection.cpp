#include "client/client_connection.hpp"

#include "wire/fragments.hpp"

#include <orbweaver/base/pieces.hpp>
#include <orbweaver/engine/encoder_loan.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/giop/request_id.hpp>
#include <orbweaver/os/tick.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orbweaver::engine {

namespace {

// How often a connection in use is asked whether it still lives: each time would cost a system
// call. Who only sends one-way calls reads nothing else, and a server that takes no more can be
// told only by its CloseConnection: TCP goes on taking what nobody will read.
constexpr std::int64_t kLookEveryNs = 50'000'000;
constexpr auto kFarewellTimeout = std::chrono::milliseconds(200);

std::optional<std::uint32_t> answered_request(const giop::Message& message) noexcept {
  using giop::MessageType;
  if (message.header.type != MessageType::reply && message.header.type != MessageType::locate_reply)
    return std::nullopt;
  return giop::request_id_of(message.header, message.frame.bytes());
}

bool says_close_connection(const Frame& frame) noexcept {
  const auto header = giop::parse_header(frame.bytes(), frame.size());
  return header && header->type == giop::MessageType::close_connection;
}

// By a clock that is cheap and some milliseconds behind: it is asked with each call.
std::int64_t rough_ns() noexcept {
  return std::chrono::duration_cast<Nanoseconds>(os::last_tick().time_since_epoch()).count();
}
std::int64_t next_look() noexcept { return rough_ns() + kLookEveryNs; }

}  // namespace

ClientConnection::ClientConnection(std::unique_ptr<transport::Connection> connection,
                                   ClientConnectionOptions options, Counters& counters)
    : connection_(std::move(connection)),
      peer_(connection_->peer()),
      version_(options.version),
      fragment_bytes_(options.fragment_bytes),
      known_key_(std::move(options.known_key)),
      queue_(*connection_, options.send_watermarks, counters),
      counters_(counters),
      reassembler_(options.limits),
      next_look_ns_(next_look()),
      async_window_(std::make_shared<AsyncWindow>(options.async_calls)) {}

ClientConnection::~ClientConnection() {
  close(Deadline::after(kFarewellTimeout));
  Lock lock(mutex_);
  look_for_farewell(lock);
  queue_.stop();  // what it has in hand may still leave, and is in doubt then
  const bool is_settled = end_->cause == End::Cause::closed_by_us ||
                          end_->cause == End::Cause::rested || was_read_to_the_end_;
  if (!is_settled) count_doubt(lock);
}

void ClientConnection::close(Deadline deadline) {
  if (is_whole()) queue_.flush(deadline);
  look_for_end();  // a server that went before has perhaps not read what was sent
  if (is_whole()) {
    say_goodbye();
    end_by_us();
  }
  stop_reader();  // it has handed over what the calls under way came to
}

void ClientConnection::look_for_end() {
  Lock lock(mutex_);
  if (!end_ && !is_led_) read_what_came(lock);
}

bool ClientConnection::is_whole() {
  const Lock lock(mutex_);
  return !end_;
}

void ClientConnection::end_by_us() {
  Lock lock(mutex_);
  if (end_) return;
  end_ = End{.cause = End::Cause::closed_by_us};
  is_open_.store(false, std::memory_order_relaxed);
  fail_calls(lock);
  if (is_led_)
    connection_
        ->shutdown();  // wakes the leader; otherwise the server reads in peace what is under way
  changed_.notify_all();
}

void ClientConnection::say_goodbye() {
  if (version_.minor >= 2) {
    EncoderLoan encoder;
    giop::put_close_connection(*encoder, version_);
    if (!queue_.send(std::array{encoder->bytes()}, Deadline::after(kFarewellTimeout))) {
      Lock lock(mutex_);
      count_doubt(lock);
    }
  }
  connection_->finish_sending();
}

// relaxed: hints that save a lock; who finds the connection open too late fails to send
bool ClientConnection::is_usable() {
  if (!is_open_.load(std::memory_order_relaxed)) return false;
  if (rough_ns() < next_look_ns_.load(std::memory_order_relaxed)) return true;
  Lock lock(mutex_);
  if (!end_ && !is_led_) read_what_came(lock);
  return !end_;
}

// Requires: lock held, nobody leads.
void ClientConnection::read_what_came(Lock& lock) {
  next_look_ns_.store(next_look(), std::memory_order_relaxed);
  while (!end_) {
    auto frame = connection_->try_receive();
    if (!frame) return end(lock, {.failure = frame.error()});
    if (!*frame) return;
    take_frame(lock, std::move(**frame));
  }
}

// Requires: lock held, unless it is a timeout. A port that belongs to another program answers in
// another language, or hangs up. The header that was refused is the receiver's, and nothing is
// received any more once one was.
CallFailure ClientConnection::failure_of(const transport::Failure& failure,
                                         giop::Completion completed) const {
  auto result = call_failure(failure, completed, peer_);
  if (failure.fault == transport::Fault::bad_frame) {
    const auto refused = as_text(connection_->refused_header());
    if (!refused.empty() && !refused.starts_with("GIOP"))
      result.detail = peer_ + ": what answers there is no CORBA server: it begins with '" +
                      printable(refused) + "', not with GIOP";
  }
  const bool has_hung_up =
      failure.fault == transport::Fault::closed || failure.fault == transport::Fault::broken;
  if (has_hung_up && !has_received_)
    result.detail += ", before it said anything; is it a CORBA server?";
  return result;
}

CallFailure ClientConnection::failure_at_end() const {
  switch (end_->cause) {
    case End::Cause::failure:
      return failure_of(end_->failure, giop::Completion::maybe);
    case End::Cause::closed_in_order:
      return {Exception::transient, Minor::connection_closed, giop::Completion::no,
              peer_ + ": the server closed the connection before it took the request"};
    case End::Cause::message_error:
      return {Exception::comm_failure, Minor::message_refused, giop::Completion::maybe,
              peer_ +
                  ": the server answered MessageError: it could not read what it got, or found it "
                  "too large"};
    case End::Cause::rested:
      return {Exception::transient, Minor::connection_closed, giop::Completion::no,
              peer_ + ": the connection was closed as idle before the request was sent"};
    case End::Cause::closed_by_us:
      break;
  }
  return {Exception::bad_inv_order, Minor::shut_down, giop::Completion::maybe,
          "the ORB has been shut down"};
}

// A request that has not wholly left cannot have run, whatever became of its first bytes. The
// server may have said why before it stopped reading.
CallFailure ClientConnection::failure_to_send(const transport::Failure& failure,
                                              std::size_t message_size) {
  if (failure.fault == transport::Fault::timed_out && !failure.mid_frame)
    return failure_of(failure, giop::Completion::no);
  Lock lock(mutex_);
  if (!end_ && !is_led_) read_what_came(lock);
  if (!end_) end(lock, {.failure = failure});
  auto result = end_->cause == End::Cause::failure ? failure_of(failure, giop::Completion::no)
                                                   : failure_at_end();
  const bool may_have_run = failure.taken == message_size;
  result.completed = may_have_run ? giop::Completion::maybe : giop::Completion::no;
  return result;
}

Result<void, CallFailure> ClientConnection::send(std::span<const Bytes> message,
                                                 Deadline deadline) {
  const Fragments fragments(message, fragment_bytes_);
  auto sent = queue_.send(fragments.pieces(), deadline);
  if (sent) return {};
  return unexpected(failure_to_send(sent.error(), total_size(fragments.pieces())));
}

Result<void, CallFailure> ClientConnection::send_oneway(std::span<const Bytes> message,
                                                        Deadline deadline) {
  auto sent = send(message, deadline);
  if (!sent) return sent;
  // seq_cst, both: whoever counts the doubt sees this call, or this call sees that it was counted
  oneways_with_transport_.fetch_add(1, std::memory_order_seq_cst);
  if (is_in_doubt_.load(std::memory_order_seq_cst)) [[unlikely]] {
    Lock lock(mutex_);
    count_doubt(lock);
  }
  return sent;
}

Result<void, CallFailure> ClientConnection::enqueue(std::span<const Bytes> message,
                                                    Overflow overflow, Deadline deadline) {
  const Fragments fragments(message, fragment_bytes_);
  const auto taken = queue_.enqueue(fragments.pieces(), overflow, deadline);
  if (!taken) return unexpected(failure_to_send(taken.error(), total_size(fragments.pieces())));
  if (*taken == SendQueue::Taken::yes) return {};
  return unexpected(CallFailure{Exception::transient, Minor::queue_full, giop::Completion::no,
                                peer_ + ": the send queue is full; the server is slower than this "
                                        "client, or -ORBsendQueue too small"});
}

// What waits in the queue counts when it has left it.
std::uint64_t ClientConnection::oneways_sent() const noexcept {
  return oneways_with_transport_.load(std::memory_order_seq_cst) + queue_.flushed();
}

// Requires: lock held.
void ClientConnection::count_doubt(Lock&) {
  is_in_doubt_.store(true, std::memory_order_seq_cst);  // pairs with send_oneway()
  const auto sent = oneways_sent();
  if (sent <= oneways_settled_) return;
  Counters::count(counters_.oneways_in_doubt, sent - oneways_settled_);
  oneways_settled_ = sent;
}

// One-way calls that wait in the queue leave before the request, so that its reply speaks for them
// too.
ClientConnection::Waiter::Waiter(ClientConnection& connection, std::uint32_t request_id,
                                 AwaitedCall call)
    : connection_(connection),
      request_id_(request_id),
      call_(call),
      oneways_before_(connection.oneways_with_transport_.load(std::memory_order_relaxed) +
                      connection.queue_.enqueued()) {
  const Lock lock(connection_.mutex_);
  older_ = connection_.newest_waiter_;
  if (older_ != nullptr) older_->newer_ = this;
  connection_.newest_waiter_ = this;
}

ClientConnection::Waiter::~Waiter() {
  if (has_left_) return;
  Lock lock(connection_.mutex_);
  leave(lock);
}

// Requires: lock held.
void ClientConnection::Waiter::leave(Lock&) noexcept {
  has_left_ = true;
  if (older_ != nullptr) older_->newer_ = newer_;
  (newer_ != nullptr ? newer_->older_ : connection_.newest_waiter_) = older_;
}

Result<giop::Message, CallFailure> ClientConnection::Waiter::wait(Deadline deadline) {
  auto& c = connection_;
  Lock lock(c.mutex_);
  const auto can_go_on = [&] { return reply_ || c.end_ || !c.is_led_; };
  while (!reply_ && !c.end_ && !deadline.has_passed()) {
    if (!c.is_led_)
      c.lead(lock, deadline);
    else if (deadline.is_never())
      c.changed_.wait(lock, can_go_on);
    else
      c.changed_.wait_until(lock, deadline.moment(), can_go_on);
  }
  if (!c.is_alone(*this)) c.changed_.notify_all();  // one of the others leads next
  leave(lock);
  if (reply_) return std::move(*reply_);
  if (c.end_) return unexpected(c.failure_at_end());
  lock.unlock();
  c.cancel(request_id_);
  return unexpected(c.no_reply_in_time());
}

CallFailure ClientConnection::no_reply_in_time() const {
  return {Exception::timeout, Minor::call_timed_out, giop::Completion::maybe,
          peer_ + ": no reply within the call timeout"};
}

// Both require: lock held.
ClientConnection::Waiter* ClientConnection::find_waiter(std::uint32_t request_id) const noexcept {
  auto* waiter = newest_waiter_;
  while (waiter != nullptr && waiter->request_id_ != request_id) waiter = waiter->older_;
  return waiter;
}
bool ClientConnection::is_alone(const Waiter& waiter) const noexcept {
  return newest_waiter_ == &waiter && waiter.older_ == nullptr && expected_.empty();
}

// Requires: lock held, nobody leads. Reads one frame for whomever it is; then the next waiter may
// lead.
void ClientConnection::lead(Lock& lock, Deadline deadline) {
  is_led_ = true;
  lock.unlock();
  auto frame = connection_->receive(deadline);
  lock.lock();
  is_led_ = false;
  if (frame)
    take_frame(lock, std::move(*frame));
  else if (frame.error().fault != transport::Fault::timed_out)
    end(lock, {.failure = frame.error()});
}

void ClientConnection::take_frame(Lock& lock, Frame frame) {
  has_received_ = true;
  auto message = reassembler_.accept(std::move(frame));
  if (!message) return end(lock, {.failure = {transport::Fault::bad_frame}});
  if (*message) route(lock, std::move(**message));
}

void ClientConnection::route(Lock& lock, giop::Message message) {
  if (message.header.type == giop::MessageType::close_connection) return close_in_order(lock);
  if (message.header.type == giop::MessageType::message_error)
    return end(lock, {.cause = End::Cause::message_error});
  const auto id = answered_request(message);
  if (!id) return end(lock, {.failure = {transport::Fault::bad_frame}});
  auto* const waiter = find_waiter(*id);
  if (waiter == nullptr) {
    if (question_ && question_->id == *id) question_->is_answered = true;
    return answer_call(lock, *id, std::move(message));
  }
  // Of those that waited in the queue when the caller came, some may have been dropped since.
  oneways_settled_ = std::max(oneways_settled_, std::min(waiter->oneways_before_, oneways_sent()));
  waiter->reply_ = std::move(message);
  if (!is_alone(*waiter)) changed_.notify_all();
}

void ClientConnection::end(Lock& lock, End end) {
  if (end_) return;
  end_ = end;
  is_open_.store(false, std::memory_order_relaxed);
  count_doubt(lock);
  connection_->shutdown();
  fail_calls(lock);
  changed_.notify_all();
}

// ---- the orderly end ----

// What a sender is at, and who came before it, leave still: the server reads until our end.
void ClientConnection::close_in_order(Lock& lock) {
  if (end_) return;
  end_ = End{.cause = End::Cause::closed_in_order};
  is_open_.store(false, std::memory_order_relaxed);
  queue_.finish();
  fail_calls(lock);
  changed_.notify_all();
}

// Requires: lock held.
bool ClientConnection::awaits_end(Lock&) const noexcept {
  return end_ && end_->cause == End::Cause::closed_in_order && !has_server_ended_;
}

bool ClientConnection::has_ended() {
  Lock lock(mutex_);
  look_for_farewell(lock);
  return end_ && !awaits_end(lock);
}

CallFailure ClientConnection::not_ended_in_time() const {
  return {Exception::timeout, Minor::call_timed_out, giop::Completion::no,
          peer_ + ": the server closed the connection, and did not end it within the call timeout"};
}

Result<void, CallFailure> ClientConnection::await_end(Deadline deadline) {
  Lock lock(mutex_);
  look_for_farewell(lock);  // it may have come long ago
  if (!awaits_end(lock)) return {};
  if (farewell_until_.is_never()) farewell_until_ = Deadline::after(kLongestFarewell);
  const auto limit = deadline.is_never() || farewell_until_.moment() < deadline.moment()
                         ? farewell_until_
                         : deadline;
  while (!has_server_ended_ && !limit.has_passed()) {
    if (is_led_)
      changed_.wait_until(lock, limit.moment(), [&] { return has_server_ended_ || !is_led_; });
    else
      read_farewell(lock, limit);
  }
  if (has_server_ended_) return {};
  if (!farewell_until_.has_passed()) return unexpected(not_ended_in_time());
  take_farewell(lock, unexpected(transport::Failure{}));  // the next call does not wait again
  return unexpected(CallFailure{Exception::transient, Minor::connection_closed,
                                giop::Completion::no,
                                peer_ + ": the server closed the connection, but did not end it"});
}

// Requires: lock held, nobody leads.
void ClientConnection::read_farewell(Lock& lock, Deadline deadline) {
  is_led_ = true;
  lock.unlock();
  const auto frame = connection_->receive(deadline);
  lock.lock();
  is_led_ = false;
  if (frame || frame.error().fault != transport::Fault::timed_out) take_farewell(lock, frame);
  changed_.notify_all();
}

// A second CloseConnection says that the server has read to our end, which it cannot say before
// there is one. Another server just ends.
void ClientConnection::take_farewell(Lock& lock, const Result<Frame, transport::Failure>& frame) {
  if (frame && says_close_connection(*frame) && queue_.has_finished()) {
    was_read_to_the_end_ = true;
    oneways_settled_ = oneways_sent();
    connection_->release();
  } else {
    count_doubt(lock);
    connection_->shutdown();
  }
  has_server_ended_ = true;
  changed_.notify_all();
}

// Requires: lock held.
void ClientConnection::look_for_farewell(Lock& lock) {
  if (is_led_ || !awaits_end(lock)) return;
  while (!has_server_ended_) {
    auto frame = connection_->try_receive();
    if (frame && !*frame) return;
    take_farewell(lock, frame ? Result<Frame, transport::Failure>{std::move(**frame)}
                              : unexpected(frame.error()));
  }
}

bool ClientConnection::has_lost_nothing(Deadline deadline) {
  if (!await_end(deadline)) return false;
  const Lock lock(mutex_);
  return end_ && (end_->cause == End::Cause::rested || was_read_to_the_end_);
}

// Requires: lock held.
bool ClientConnection::is_in_use() const noexcept {
  return is_led_ || newest_waiter_ != nullptr || !expected_.empty() || !answers_.empty() ||
         next_request_id_.load(std::memory_order_relaxed) != seen_request_id_;
}

void ClientConnection::look_after(Nanoseconds idle) {
  Lock lock(mutex_);
  if (end_) return look_for_farewell(lock);
  if (!is_led_) read_what_came(lock);
  if (end_) return look_for_farewell(lock);
  if (is_in_use()) {
    seen_request_id_ = next_request_id_.load(std::memory_order_relaxed);
    quiet_since_ = now();
    question_.reset();
  } else if (now() - quiet_since_ >= idle) {
    if (!question_)
      ask(lock);
    else if (question_->is_answered)
      rest(lock);
  }
}

// Requires: lock held. Who takes an id meanwhile is seen the next time.
void ClientConnection::ask(Lock&) {
  const auto id = next_request_id();
  if (id != seen_request_id_) return;
  seen_request_id_ = id + 1;
  EncoderLoan encoder;
  giop::put_locate_request(*encoder, id, known_key_, version_);
  if (const auto given = queue_.send_at_once(encoder->bytes())) question_ = Question{id, *given};
}

// Requires: lock held.
void ClientConnection::rest(Lock&) {
  EncoderLoan encoder;
  giop::put_close_connection(*encoder, version_);
  const auto last_words = version_.minor >= 2 ? encoder->bytes() : Bytes{};
  const auto given = std::exchange(question_, std::nullopt)->given;
  if (!queue_.end_if_quiet_since(given, last_words)) return;
  end_ = End{.cause = End::Cause::rested};
  is_open_.store(false, std::memory_order_relaxed);
  Counters::count(counters_.connections_rested);
  connection_->release();
  changed_.notify_all();
}

void ClientConnection::cancel(std::uint32_t request_id) noexcept {
  EncoderLoan encoder;
  giop::put_cancel_request(*encoder, request_id, version_);
  // Best effort: a peer that does not even take this is not waited for.
  (void)queue_.send(std::array{encoder->bytes()}, Deadline::at(now()));
}

}  // namespace orbweaver::engine
