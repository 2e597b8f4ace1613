// SPDX-License-Identifier: Apache-2.0
#include "client_connection.hpp"

#include <orbweaver/base/pieces.hpp>
#include <orbweaver/client/async_call.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/encoder_loan.hpp>
#include <orbweaver/wire/fragments.hpp>

#include <array>
#include <new>
#include <utility>

namespace orbweaver::client {

using wire::CallFailure;

namespace {

constexpr auto kCloseTimeout = std::chrono::milliseconds(200);

}  // namespace

ClientConnection::ClientConnection(std::unique_ptr<transport::Connection> connection,
                                   ClientConnectionOptions options, wire::Counters& counters)
    : fragment_bytes_(options.fragment_bytes),
      known_key_(std::move(options.known_key)),
      parts_(std::move(connection), options.version, options.send_watermarks, counters),
      router_(parts_, options.limits),
      async_window_(std::make_shared<AsyncWindow>(options.async_calls)) {}

ClientConnection::~ClientConnection() {
  close(Deadline::after(kCloseTimeout));
  Lock lock(parts_.mutex);
  orderly_close_.look(lock);
  parts_.queue.stop();  // the batch that is being written may still leave; its outcome is unknown
  if (!parts_.end.is_settled()) parts_.outcomes.count_uncertain();
}

// ---- requests ----

Result<void, CallFailure> ClientConnection::send(std::span<const Bytes> message,
                                                 Deadline deadline) {
  const wire::Fragments fragments(message, fragment_bytes_);
  auto sent = parts_.queue.send(fragments.pieces(), deadline);
  if (sent) return {};
  return unexpected(failure_to_send(sent.error(), total_size(fragments.pieces())));
}

Result<void, CallFailure> ClientConnection::send_oneway(std::span<const Bytes> message,
                                                        Deadline deadline) {
  auto sent = send(message, deadline);
  if (!sent) return sent;
  if (parts_.outcomes.note_sent()) [[unlikely]] {
    const Lock lock(parts_.mutex);
    parts_.outcomes.count_uncertain();
  }
  return sent;
}

Result<void, CallFailure> ClientConnection::send_queued(const KeptPieces& message,
                                                        wire::Overflow overflow,
                                                        Deadline deadline) {
  const wire::Fragments fragments(message.pieces, fragment_bytes_);
  const auto whole = fragments.are_cut() ? KeptPieces{fragments.pieces()} : message;
  const auto taken = parts_.queue.enqueue(whole, overflow, deadline);
  if (!taken) return unexpected(failure_to_send(taken.error(), total_size(fragments.pieces())));
  if (*taken == wire::SendQueue::Taken::yes) return {};
  return unexpected(CallFailure{wire::SystemExceptionKind::transient, wire::Minor::queue_full,
                                giop::Completion::no,
                                peer() + ": the send queue is full; the server is slower than this "
                                         "client, or -ORBsendQueue too small"});
}

// A request that has not wholly left cannot have run. The connection is read first, because the
// server may have sent the reason before it stopped reading.
CallFailure ClientConnection::failure_to_send(const transport::ConnectionFailure& failure,
                                              std::size_t message_size) {
  if (failure.fault == transport::ConnectionFault::timed_out && !failure.mid_frame)
    return parts_.failure_of(failure, giop::Completion::no);
  Lock lock(parts_.mutex);
  if (is_open() && !parts_.is_being_read) router_.read_what_came(lock);
  router_.stop_sending(lock, failure);
  auto result = parts_.end.has_failed() ? parts_.failure_of(failure, giop::Completion::no)
                                        : parts_.failure_at_end();
  const bool may_have_run = failure.taken == message_size;
  result.completed = may_have_run ? giop::Completion::maybe : giop::Completion::no;
  return result;
}

// ---- replies ----

// One-way calls that wait in the queue leave before the request. So its reply proves that the
// server has read them, too.
ClientConnection::Waiter::Waiter(ClientConnection& connection, std::uint32_t request_id,
                                 AwaitedCall call)
    : connection_(connection),
      link_{.request_id = request_id,
            .call = call,
            .oneways_before = connection.parts_.outcomes.taken()} {
  const Lock lock(connection_.parts_.mutex);
  connection_.router_.waiting.add(link_);
}

ClientConnection::Waiter::~Waiter() {
  if (has_left_) return;
  Lock lock(connection_.parts_.mutex);
  connection_.router_.leave(lock, link_);
}

Result<giop::Message, CallFailure> ClientConnection::Waiter::wait(Deadline deadline) {
  auto& parts = connection_.parts_;
  Lock lock(parts.mutex);
  connection_.router_.wait(lock, link_, deadline);
  has_left_ = true;
  if (link_.reply) return std::move(*link_.reply);
  if (!parts.end.may_answer()) return unexpected(parts.failure_at_end());
  lock.unlock();
  parts.cancel(link_.request_id);
  return unexpected(parts.no_reply_in_time());
}

Result<void, CallFailure> ClientConnection::add_async(std::uint32_t request_id,
                                                      std::shared_ptr<AsyncCall> call,
                                                      std::uint64_t attempt, Deadline deadline) {
  const auto oneways_before = parts_.outcomes.taken();
  const Lock lock(parts_.mutex);
  if (!is_open()) {
    auto failure = parts_.failure_at_end();
    failure.completed = giop::Completion::no;
    return unexpected(std::move(failure));
  }
  if (auto started = async_reader_.start(); !started) return started;
  router_.async.add({request_id, attempt, oneways_before, deadline, std::move(call)});
  parts_.changed.notify_all();
  return {};
}

void ClientConnection::remove_async(std::uint32_t request_id, Cancelling cancelling) noexcept {
  std::shared_ptr<AsyncCall> call;  // dropped after the lock
  {
    Lock lock(parts_.mutex);
    call = router_.async.remove(request_id);
    router_.end_if_useless(lock);
  }
  if (call && cancelling == Cancelling::yes) parts_.cancel(request_id);
}

// ---- the end ----

// relaxed: a hint that saves a lock; a call that finds the connection open too late fails to send
bool ClientConnection::is_usable() {
  if (!is_open()) return false;
  if (!router_.is_look_due() && !parts_.queue.has_failed()) return true;
  look_for_end();
  return is_open();
}

void ClientConnection::look_for_end() {
  Lock lock(parts_.mutex);
  router_.look_for_end(lock);
}

void ClientConnection::close(Deadline deadline) {
  if (is_open()) parts_.queue.flush(deadline);
  look_for_end();  // a server that has left already may not have read what was sent
  if (is_open()) say_close_connection();
  end_by_us();
  async_reader_.stop();  // returns when all asynchronous calls have been answered
}

void ClientConnection::say_close_connection() noexcept {
  if (parts_.version.minor >= 2 && !try_to_say_close_connection()) {
    const Lock lock(parts_.mutex);
    parts_.outcomes.count_uncertain();
  }
  parts_.transport->finish_sending();
}

bool ClientConnection::try_to_say_close_connection() noexcept try {
  wire::EncoderLoan encoder;
  giop::put_close_connection(*encoder, parts_.version);
  return parts_.queue.send(std::array{encoder->bytes()}, Deadline::after(kCloseTimeout))
      .has_value();
} catch (const std::bad_alloc&) {
  return false;
}

void ClientConnection::end_by_us() {
  Lock lock(parts_.mutex);
  const bool was_broken = parts_.end.has_failed();
  if (!parts_.end.end_as(ConnectionEnd::State::closed_by_us)) return;
  if (was_broken) parts_.outcomes.count_uncertain();
  // Wakes the leader. Without a leader the transport stays up, so that the server can read what is
  // still under way.
  if (parts_.is_being_read) parts_.transport->shutdown();
  router_.release_calls(lock);
}

Result<void, CallFailure> ClientConnection::await_end(Deadline deadline) {
  Lock lock(parts_.mutex);
  return orderly_close_.await(lock, deadline);
}

bool ClientConnection::has_ended() {
  Lock lock(parts_.mutex);
  orderly_close_.look(lock);
  return !is_open() && !parts_.end.awaits_server();
}

bool ClientConnection::has_lost_nothing(Deadline deadline) {
  if (!await_end(deadline)) return false;
  const Lock lock(parts_.mutex);
  return parts_.end.has_lost_nothing();
}

// ---- idle connections ----
//
// Thread T (the tick) closes a connection that thread C wants to use:
//
//   C sends during the question
//     T: idle for long enough: ask() sends a LocateRequest, and notes how many messages had left
//     C: sends a request
//     T: the answer has come; close_idle(): more messages have left since, so the connection stays
//        open
//   C has chosen the connection, and sends after its end
//     T: the answer has come and nothing was sent since: close_idle() sends CloseConnection and
//        closes the send queue, both while it holds the SendLock
//     C: its send fails. Nothing of its request has left, so it may go over a new connection.

void ClientConnection::look_after(Nanoseconds idle) {
  Lock lock(parts_.mutex);
  router_.look_for_end(lock);
  if (!is_open()) return orderly_close_.look(lock);
  const auto next_id = next_request_id_.load(std::memory_order_relaxed);
  switch (router_.idle.look(router_.is_in_use(), next_id, now(), idle)) {
    case IdleProbe::State::due:
      return ask(lock);
    case IdleProbe::State::answered:
      return close_idle(lock);
    case IdleProbe::State::in_use:
    case IdleProbe::State::asked:
      return;
  }
}

// If a caller has taken a request id since IdleProbe::look(), the connection is in use: nothing is
// asked, and the next look() sees it.
void ClientConnection::ask(Lock&) {
  const auto id = next_request_id();
  if (!router_.idle.take_id(id)) return;
  wire::EncoderLoan encoder;
  giop::put_locate_request(*encoder, id, known_key_, parts_.version);
  if (const auto given = parts_.queue.send_at_once(encoder->bytes()))
    router_.idle.note_asked(id, *given);
}

void ClientConnection::close_idle(Lock&) {
  wire::EncoderLoan encoder;
  giop::put_close_connection(*encoder, parts_.version);
  const auto last_words = parts_.version.minor >= 2 ? encoder->bytes() : Bytes{};
  if (!parts_.queue.end_if_quiet_since(router_.idle.take_given(), last_words)) return;
  (void)parts_.end.end_as(ConnectionEnd::State::closed_as_idle);
  wire::Counters::count(parts_.counters.connections_closed_as_idle);
  parts_.transport->release();
  parts_.changed.notify_all();
}

}  // namespace orbweaver::client
