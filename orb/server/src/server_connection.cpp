// SPDX-License-Identifier: Apache-2.0
#include "server_connection.hpp"

#include "late_replies.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/server/server_context.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

namespace orbweaver::server {

namespace {

// A client that never stops sending must not keep the other clients from the shared threads.
constexpr int kMessagesPerTurn = 64;

// The text behind "because it sent": giop's reason, and the option to change where a limit of
// Orbweaver is the reason.
std::string unreadable(std::string_view why) { return fmt::format("what cannot be read: {}", why); }

std::string beyond(std::string_view what, std::string_view option, std::size_t limit) {
  return fmt::format("{} than {} {}", what, option, limit);
}

std::string explain(giop::FramingError error, Bytes header, const wire::Options& options) {
  if (error != giop::FramingError::too_large) return unreadable(giop::describe(error));
  const auto announced = giop::parse_header(header, SIZE_MAX);
  const auto size = announced ? giop::kHeaderSize + announced->body_size : 0;
  return beyond(fmt::format("a message of {} bytes, more", size), "-ORBmaxMessageSize",
                options.max_message_size);
}

std::string explain(giop::ReassemblyError error, const wire::Options& options) {
  using giop::ReassemblyError;
  switch (error) {
    case ReassemblyError::too_large:
      return beyond("fragments of a message of more bytes", "-ORBmaxMessageSize",
                    options.max_message_size);
    case ReassemblyError::too_many:
      return beyond("more messages in fragments at once", "-ORBmaxFragmentedMessages",
                    options.max_fragmented_messages);
    case ReassemblyError::too_much:
      return beyond("more bytes of incomplete messages", "-ORBmaxFragmentedBytes",
                    std::min(options.max_fragmented_bytes, options.max_message_size));
    default:
      return unreadable(giop::describe(error));
  }
}

}  // namespace

ServerConnection::ServerConnection(std::unique_ptr<transport::Connection> connection,
                                   const ServerContext& context, const SharedByConnections& shared)
    : connection_(std::move(connection)),
      unfinished_(shared.unfinished, *this),
      slot_(shared.slots, *this),
      context_(context),
      replies_(*this, *connection_, context, shared.late),
      reassembler_(context.options.reassembly_limits()),
      idle_(context.options),
      rights_(shared.authorization, *connection_, context),
      dispatch_({*this, *connection_, context, replies_, cancelled_, code_sets_, rights_, idle_,
                 handoffs_}),
      router_({*this, context, replies_, cancelled_, code_sets_, idle_, dispatch_, rights_}) {
  connection_->set_frame_memory(unfinished_);
}

Next ServerConnection::read_one() noexcept {
  return watch_pauses([this] { return read_next(); });
}

Next ServerConnection::read_available() noexcept {
  return watch_pauses([this] { return read_what_came(); });
}

template <class Read>
Next ServerConnection::watch_pauses(Read read) noexcept {
  unfinished_.go_on();
  const auto next = read();
  if (next == Next::pause) unfinished_.pause();
  return next;
}

Next ServerConnection::read_next() noexcept try {
  if (replies_.pauses_reader()) return Next::pause;
  if (router_.has_held()) return router_.route_held();
  if (dispatch_.has_kept()) return take(*dispatch_.take_kept());
  auto frame = connection_->receive(idle_.next_look());
  if (frame) return take(std::move(*frame));
  if (frame.error().fault == transport::ConnectionFault::timed_out) return look_whether_idle();
  if (frame.error().fault == transport::ConnectionFault::no_room) return await_memory();
  return end(frame.error());
} catch (const std::bad_alloc&) {
  return end_without_memory();
}

Next ServerConnection::look_whether_idle() {
  constexpr long kReader = 1;
  const bool is_over = has_been_quiet() && close_idle(kReader);
  idle_.schedule_look();
  return is_over ? Next::stop : Next::read;
}

// A job that owes a reply holds the connection, and lets go of it when the reply is in the queue.
bool ServerConnection::owes_nothing(long owners) const {
  if (handoffs_.is_any_other_in_servant() || weak_from_this().use_count() != owners) return false;
  os::atomic_thread_fence(std::memory_order_acquire);  // pairs with the owner that let go last
  return !dispatch_.has_kept() && !router_.has_held();
}

// An incomplete message does not keep the connection open: its rest is taken while it drains.
bool ServerConnection::close_idle(long owners) {
  if (idle_.is_draining()) return cut();
  if (!owes_nothing(owners)) return false;
  if (!replies_.try_close_connection(reassembler_.version()))
    return idle_.has_been_deaf_for_long() && cut();
  idle_.begin_draining();
  wire::Counters::count(context_.counters.connections_closed_as_idle);
  return false;
}

// No second CloseConnection is sent, as the client may still be about to send.
bool ServerConnection::cut() {
  const auto has_come =
      os::wait_until_ready(descriptor(), os::Readiness::readable, Deadline::at(now()));
  if (has_come.value_or(true)) return false;
  wire::Counters::count(context_.counters.connections_cut);
  log().info("{}: cut, because it was idle and the client did not end it (-ORBserverDrain)",
             connection_->peer());
  replies_.finish();
  return true;
}

Next ServerConnection::read_what_came() noexcept try {
  for (int messages = 0; messages < kMessagesPerTurn; ++messages) {
    if (replies_.pauses_reader()) return Next::pause;
    if (router_.has_held()) {
      if (const auto next = router_.route_held(); next != Next::read) return next;
      continue;
    }
    auto frame = dispatch_.has_kept() ? dispatch_.take_kept()
                 : messages == 0      ? connection_->try_receive()
                                      : connection_->take_at_hand();
    if (!frame)
      return frame.error().fault == transport::ConnectionFault::no_room ? await_memory()
                                                                        : end(frame.error());
    if (!*frame) return Next::read;
    if (const auto next = take(std::move(**frame)); next != Next::read) return next;
  }
  return Next::read_more;
} catch (const std::bad_alloc&) {
  return end_without_memory();
}

Next ServerConnection::end_without_memory() noexcept {
  replies_.run_out_of_memory();
  return Next::stop;
}

// A TCP socket has no credentials: the system answers with a user that does not exist.
bool ServerConnection::is_of_same_user() const noexcept {
  return os::peer_of(connection_->descriptor()) == os::Peer::same_user;
}

// The connection may end, and its reader let go of it, before on_resume_ has returned, which throws
// nothing: a connection that is never resumed would be a hang with no visible cause.
// NOLINTNEXTLINE(bugprone-exception-escape)
void ServerConnection::resume() noexcept {
  const auto alive = shared_from_this();
  on_resume_();
}

Next ServerConnection::end(const transport::ConnectionFailure& failure) {
  if (idle_.is_draining()) {
    // All requests that crossed the CloseConnection have been submitted.
    if (failure.fault == transport::ConnectionFault::closed)
      replies_.say_close_connection(reassembler_.version());
    replies_.finish();
  }
  if (failure.fault == transport::ConnectionFault::bad_frame) {
    const auto refused = connection_->refused_header();
    if (refused.empty()) return refuse_stream("what its transport never sends", {});
    const auto header = giop::parse_header(refused, context_.options.max_message_size);
    return refuse_stream(
        header ? "a frame that is not GIOP" : explain(header.error(), refused, context_.options),
        giop::version_to_answer(refused));
  }
  return Next::stop;
}

Next ServerConnection::take(Frame frame) {
  idle_.note_frame();
  auto message = reassembler_.accept(std::move(frame));
  if (!message)
    return refuse_stream(explain(message.error(), context_.options), reassembler_.version());
  if (!unfinished_.hold_fragments(reassembler_.held())) [[unlikely]]
    return refuse_unfinished();
  if (!*message) return Next::read;
  if (!idle_.has_spoken() && !may_speak()) [[unlikely]]
    return Next::stop;
  return router_.route(std::move(**message));
}

Next ServerConnection::refuse_unfinished() {
  return refuse_stream(beyond("fragments of incomplete messages that have, with those of all other "
                              "clients, more bytes",
                              "-ORBmaxUnfinishedBytes", context_.options.unfinished_limit()),
                       reassembler_.version());
}

// Returns false if another connection got the slot; the client knows that none of its requests
// runs.
bool ServerConnection::may_speak() noexcept {
  idle_.note_message();
  return slot_.speak();
}

Next ServerConnection::await_memory() {
  using Wait = UnfinishedMessages::Wait;
  const auto answer = unfinished_.wait();
  if (answer == Wait::never) return refuse_unfinished();
  if (answer == Wait::over) return Next::read;  // the next read finds the end
  wire::Counters::count(context_.counters.messages_held_back);
  warn_seldom(context_.notices.memory_awaited,
              "{}: a large message waits, because incomplete messages of all clients together take "
              "{} bytes (-ORBmaxUnfinishedBytes)",
              connection_->peer(), context_.options.unfinished_limit());
  return Next::pause;
}

// A client is not silent if bytes have come that this side has not read.
void ServerConnection::end_if_silent() noexcept {
  const auto has_come =
      os::wait_until_ready(descriptor(), os::Readiness::readable, Deadline::at(now()));
  if (has_come.value_or(true)) return;
  replies_.refuse_silent();
}

void ServerConnection::end_silent(Lack lack) noexcept {
  wire::Counters::count(context_.counters.connections_displaced);
  replies_.give_way(lack);
}

Next ServerConnection::refuse_stream(std::string_view why, giop::Version version) {
  replies_.refuse_stream(why, version);
  return Next::stop;
}

void ServerConnection::stop_reading() {
  connection_->stop_receiving();
  unfinished_.stop_waiting();
  replies_.stop_pausing();
}

// A second CloseConnection would say that every request has been read.
void ServerConnection::say_close_connection() {
  if (!idle_.is_draining()) replies_.say_close_connection(reassembler_.version());
  replies_.finish();
}

}  // namespace orbweaver::server
