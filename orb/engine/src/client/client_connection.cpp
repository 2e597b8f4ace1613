#include "client/client_connection.hpp"

#include <orbweaver/engine/encoder_loan.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>

namespace orbweaver::engine {

namespace {

// A connection used within this time is not asked whether it still lives: that would cost a system call each time.
constexpr std::int64_t kIdleNs = 50'000'000;
constexpr auto kFarewellTimeout = std::chrono::milliseconds(200);

// Replies and LocateReplies both begin with the request id.
std::optional<std::uint32_t> request_id_of(const giop::Message& message) noexcept {
  using giop::MessageType;
  if (message.header.type != MessageType::reply && message.header.type != MessageType::locate_reply)
    return std::nullopt;
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  const auto id = decoder.get<std::uint32_t>();
  return decoder.ok() ? std::optional{id} : std::nullopt;
}

}  // namespace

ClientConnection::ClientConnection(std::unique_ptr<transport::Connection> connection,
                                   ClientConnectionOptions options, Counters& counters)
    : connection_(std::move(connection)),
      peer_(connection_->peer()),
      queue_(*connection_, options.send_watermarks, counters),
      last_used_ns_(monotonic_ns()),
      counters_(counters),
      reassembler_(options.limits) {}

ClientConnection::~ClientConnection() {
  if (end_) return;
  queue_.flush(Deadline::after(kFarewellTimeout));
  EncoderLoan encoder;
  giop::put_close_connection(*encoder);
  (void)queue_.send(encoder->bytes(), Deadline::after(kFarewellTimeout));
  connection_->finish_sending();
}

bool ClientConnection::is_usable() {
  const auto now_ns = monotonic_ns();
  // relaxed: a hint about time; it orders nothing
  const auto idle_ns = now_ns - last_used_ns_.exchange(now_ns, std::memory_order_relaxed);
  Lock lock(mutex_);
  if (idle_ns > kIdleNs && !end_ && !is_led_) read_while_idle(lock);
  return !end_;
}

void ClientConnection::read_while_idle(Lock& lock) {
  while (!end_) {
    auto frame = connection_->try_receive();
    if (!frame) return end(lock, {frame.error()});
    if (!*frame) return;
    take_frame(lock, std::move(**frame));
  }
}

CallFailure ClientConnection::failure_of(const transport::Failure& failure, giop::Completion completed) const {
  return call_failure(failure, completed, peer_);
}

CallFailure ClientConnection::failure_at_end() const {
  if (!end_->in_order) return failure_of(end_->failure, giop::Completion::maybe);
  return {Exception::transient, Minor::connection_closed, giop::Completion::no,
          peer_ + ": the server closed the connection before it took the request"};
}

// A request that has not wholly left cannot have run, whatever became of its first bytes.
Result<void, CallFailure> ClientConnection::send(Bytes message, Deadline deadline) {
  auto sent = queue_.send(message, deadline);
  if (sent) return {};
  if (sent.error().fault != transport::Fault::timed_out || sent.error().mid_frame) {
    Lock lock(mutex_);
    if (!end_) end(lock, {sent.error()});
  }
  return unexpected(failure_of(sent.error(), giop::Completion::no));
}

Result<void, CallFailure> ClientConnection::send_oneway(Bytes message, Deadline deadline) {
  oneways_in_doubt_.fetch_add(1, std::memory_order_relaxed);  // a count; orders nothing
  return send(message, deadline);
}

Result<void, CallFailure> ClientConnection::enqueue(Bytes message, Deadline deadline) {
  oneways_in_doubt_.fetch_add(1, std::memory_order_relaxed);  // a count; orders nothing
  auto queued = queue_.enqueue(message, deadline);
  if (queued) return {};
  return unexpected(failure_of(queued.error(), giop::Completion::no));
}

ClientConnection::Waiter::Waiter(ClientConnection& connection, std::uint32_t request_id)
    : connection_(connection), request_id_(request_id) {
  const Lock lock(connection_.mutex_);
  connection_.waiters_.emplace(request_id_, this);
}

ClientConnection::Waiter::~Waiter() {
  const Lock lock(connection_.mutex_);
  connection_.waiters_.erase(request_id_);
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
  if (reply_) return std::move(*reply_);
  if (c.end_) return unexpected(c.failure_at_end());
  lock.unlock();
  c.cancel(request_id_);
  return unexpected(CallFailure{Exception::timeout, Minor::call_timed_out, giop::Completion::maybe,
                                c.peer_ + ": no reply within the call timeout"});
}

// Requires: lock held, nobody leads. Reads one frame for whomever it is; then the next waiter may lead.
void ClientConnection::lead(Lock& lock, Deadline deadline) {
  is_led_ = true;
  lock.unlock();
  auto frame = connection_->receive(deadline);
  lock.lock();
  is_led_ = false;
  if (frame)
    take_frame(lock, std::move(*frame));
  else if (frame.error().fault != transport::Fault::timed_out)
    end(lock, {frame.error()});
  changed_.notify_all();
}

void ClientConnection::take_frame(Lock& lock, Frame frame) {
  auto message = reassembler_.accept(std::move(frame));
  if (!message) return end(lock, {transport::Failure{transport::Fault::bad_frame}});
  if (*message) route(lock, std::move(**message));
}

void ClientConnection::route(Lock& lock, giop::Message message) {
  if (message.header.type == giop::MessageType::close_connection)
    return end(lock, {transport::Failure{transport::Fault::closed}, true});
  const auto id = request_id_of(message);
  if (!id) return end(lock, {transport::Failure{transport::Fault::bad_frame}});
  oneways_in_doubt_.store(0, std::memory_order_relaxed);  // the server read what was sent before the request
  const auto waiter = waiters_.find(*id);
  if (waiter != waiters_.end()) waiter->second->reply_ = std::move(message);
  // else: the caller has given up (timeout), its reply comes too late
}

void ClientConnection::end(Lock&, End end) {
  end_ = end;
  Counters::count(counters_.oneways_in_doubt, oneways_in_doubt_.exchange(0, std::memory_order_relaxed));
  connection_->shutdown();
  changed_.notify_all();
}

void ClientConnection::cancel(std::uint32_t request_id) noexcept {
  EncoderLoan encoder;
  giop::put_cancel_request(*encoder, request_id);
  // Best effort: a peer that does not even take this is not waited for.
  (void)queue_.send(encoder->bytes(), Deadline::at(now()));
}

}  // namespace orbweaver::engine
