#include <orbweaver/client/client_request.hpp>

#include <orbweaver/wire/nested_wait.hpp>
#include "client_connections.hpp"
#include "order_stream.hpp"
#include "request_outcome.hpp"

#include <orbweaver/client/async_call.hpp>
#include <orbweaver/client/client.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/servant_frame.hpp>
#include <orbweaver/wire/thread_priority.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace orbweaver::client {

namespace {

// To servers that close each connection in order.
constexpr int kMaxRepeats = 8;

wire::CallFailure too_large_for_a_datagram(std::size_t size) {
  return {wire::Exception::imp_limit, wire::Minor::message_too_large, giop::Completion::no,
          "the request has " + std::to_string(size) + " bytes, and a datagram holds " +
              std::to_string(transport::kMaxDatagramSize) +
              ": use -ORBtransport auto or tcp, or SYNC_WITH_SERVER, which does not go over udp"};
}

wire::CallFailure no_turn() {
  return {wire::Exception::timeout, wire::Minor::queue_full, giop::Completion::no,
          "other threads sent through the same reference (OrderedDelivery) for the whole call "
          "timeout"};
}

Result<Reply, wire::CallFailure> read_reply(giop::Message message, const std::string& peer,
                                            cdr::CodeSets code_sets) {
  if (message.header.type != giop::MessageType::reply) return unexpected(bad_reply(peer));
  cdr::Decoder decoder(message.frame.bytes().subspan(giop::kHeaderSize), message.header.byte_order,
                       giop::kHeaderSize);
  const auto header = giop::decode_reply(decoder, message.header.version);
  if (!decoder.ok()) return unexpected(bad_reply(peer));
  decoder.set_code_sets(code_sets);
  return Reply{std::move(message), header.status, decoder};
}

}  // namespace

ClientRequest::ClientRequest(Reference& target, std::string_view operation, cdr::Encoder& encoder,
                             CallKind kind)
    : origin_(target),
      target_(&target),
      operation_(operation),
      policies_(target.effective_policies()),
      stream_(is_ordered() ? target.stream() : nullptr),
      kind_(kind),
      encoder_(&encoder) {
  if (target.is_forwarded()) [[unlikely]]
    start_elsewhere();
}

Result<Reply, wire::CallFailure> ClientRequest::invoke() {
  policies_.sync_scope = wire::SyncScope::with_target;
  return perform();
}

Result<Reply, wire::CallFailure> ClientRequest::send() { return perform(); }

// Nothing has left yet: the request may go to another place.
Result<ConnectionSlot::Pin, wire::CallFailure> ClientRequest::connection(Deadline deadline) {
  const auto sharing =
      *policies_.private_connection ? Reference::Sharing::own : Reference::Sharing::shared;
  for (;;) {
    auto found = target_->connection(sharing, deadline);
    if (found) {
      const bool is_news = target_->agreed_code_sets() && !(*found)->knows_code_sets();
      if (is_news != names_code_sets_) [[unlikely]]
        name_code_sets(is_news);
      return found;
    }
    if (found.error().exception != wire::Exception::transient || !go_elsewhere()) return found;
  }
}

Result<void, wire::CallFailure> ClientRequest::post() {
  if (auto finished = finish(); !finished) return finished;
  const auto deadline = Deadline::after(*policies_.timeout);
  if (goes_as_datagram()) return send_datagram(deadline);
  for (int repeats = 0;; ++repeats) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto sent = hand_over(**found, deadline);
    if (sent || !may_repeat(sent.error()) || repeats == kMaxRepeats) return sent;
    if (!(*found)->has_lost_nothing(deadline)) return sent;
  }
}

Result<void, wire::CallFailure> ClientRequest::hand_over(ClientConnection& connection,
                                                         Deadline deadline) {
  encoder_->patch(fields_.id, connection.next_request_id());
  const auto message = encoder_->pieces();
  wire::Counters::count(target_->client().counters().requests_sent);
  if (is_traced()) [[unlikely]]
    trace_request("one-way request to", connection.peer());
  // Those after it count on what it says.
  const auto overflow = names_code_sets_ ? wire::Overflow::block : *policies_.overflow;
  auto sent = send_in_turn(deadline, [&] {
    return *policies_.sync_scope == wire::SyncScope::none
               ? connection.enqueue(message, overflow, deadline)
               : connection.send_oneway(message, deadline);
  });
  if (sent && names_code_sets_) [[unlikely]]
    connection.note_code_sets();
  return sent;
}

Result<Reply, wire::CallFailure> ClientRequest::perform() {
  if (auto finished = finish(); !finished) return unexpected(std::move(finished.error()));
  const auto deadline = this->deadline();
  auto reply = attempt(deadline);
  if (!reply && is_traced()) [[unlikely]]
    trace_failure(reply.error());
  // In a few instructions, what is_settled() says of nearly every call.
  if (forwarded_ || (reply && asks_for_another_try(reply->status))) [[unlikely]]
    follow_up(reply, deadline);
  return reply;
}

// ---- -ORBtrace calls ----

bool ClientRequest::is_traced() const noexcept { return target_->client().options().trace.calls; }

// The reference is where the call goes; the peer, by what connection.
void ClientRequest::trace_request(std::string_view direction, const std::string& peer) const {
  wire::trace(fmt::format("{} {}: {}, {} bytes", direction, peer, describe(), encoder_->size()));
}

void ClientRequest::trace_reply(Bytes reply, std::string_view peer) const {
  wire::trace(fmt::format("reply from {}: {}: {}, {} bytes, {}", peer, describe(),
                          wire::outcome_in(reply), reply.size(),
                          wire::readable_time(now() - traced_since_)));
}

void ClientRequest::trace_failure(const wire::CallFailure& failure) const {
  wire::trace(fmt::format("no reply: {}: {}: {}, {}", describe(),
                          wire::repository_id(failure.exception), failure.detail,
                          wire::readable_time(now() - traced_since_)));
}

// ---- asynchronous calls ----

Result<void, wire::CallFailure> ClientRequest::launch(AsyncCall& call, Deadline deadline) {
  policies_.sync_scope = wire::SyncScope::with_target;
  if (auto finished = finish(); !finished) return finished;
  for (bool is_repeated = false;; is_repeated = true) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto sent = launch_once(call, **found, deadline);
    if (sent) return sent;
    if (forwarded_ && says_gone(sent.error().exception, sent.error().completed) && go_back())
      continue;
    if (is_repeated || !may_repeat(sent.error())) return sent;
  }
}

Result<void, wire::CallFailure> ClientRequest::launch_once(AsyncCall& call,
                                                           ClientConnection& connection,
                                                           Deadline deadline) {
  const auto request_id = connection.next_request_id();
  encoder_->patch(fields_.id, request_id);
  encoder_->patch(fields_.response,
                  giop::response_octet(giop::ResponseFlags::with_target, target_->version()));
  const auto attempt = call.prepare(connection, request_id, *policies_.overflow, deadline);
  if (!attempt) return unexpected(attempt.error());
  wire::Counters::count(target_->client().counters().requests_sent);
  if (is_traced()) [[unlikely]] {
    traced_since_ = now();
    trace_request("asynchronous request to", connection.peer());
  }
  auto sent = connection.expect(request_id, call.shared_from_this(), *attempt, deadline);
  if (sent)
    sent = send_in_turn(deadline, [&] { return connection.send(encoder_->pieces(), deadline); });
  if (!sent) call.withdraw();
  if (sent && names_code_sets_) [[unlikely]]
    connection.note_code_sets();
  return sent;
}

Result<Reply, wire::CallFailure> ClientRequest::read(
    Result<giop::Message, wire::CallFailure> answer) const {
  if (is_traced()) [[unlikely]] {
    if (answer)
      trace_reply(answer->frame.bytes(), "the server");
    else
      trace_failure(answer.error());
  }
  if (!answer) return unexpected(std::move(answer.error()));
  return read_reply(std::move(*answer), "the server", target_->code_sets());
}

Result<Reply, wire::CallFailure> ClientRequest::go_on(Result<Reply, wire::CallFailure> reply,
                                                      Deadline deadline) {
  if (!reply && may_follow_later(reply.error())) reply = attempt(deadline);
  follow_up(reply, deadline);
  return reply;
}

bool ClientRequest::goes_as_datagram() const noexcept {
  return target_->datagram_address() && stream_ && !is_awaited();
}

// SYNC_NONE too: the system's buffer is the queue, and the network empties it.
Result<void, wire::CallFailure> ClientRequest::send_datagram(Deadline deadline) {
  if (encoder_->size() > transport::kMaxDatagramSize)
    return unexpected(too_large_for_a_datagram(encoder_->size()));
  auto sender = target_->client().connections().datagrams(*target_->datagram_address());
  if (!sender) return unexpected(std::move(sender.error()));
  wire::Counters::count(target_->client().counters().requests_sent);
  if (is_traced()) [[unlikely]]
    trace_request("datagram to", (*sender)->peer());
  return send_in_turn(deadline, [&]() -> Result<void, wire::CallFailure> {
    const auto left = (*sender)->send(encoder_->pieces());
    if (left) return {};
    return unexpected(wire::call_failure(left.error(), giop::Completion::no, (*sender)->peer()));
  });
}

Result<Reply, wire::CallFailure> ClientRequest::attempt(Deadline deadline) {
  for (int repeats = 0;; ++repeats) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto reply = exchange(**found, deadline);
    if (reply || !may_repeat(reply.error()) || repeats == kMaxRepeats) return reply;
    if (repeats > 0 && !(*found)->has_lost_nothing(deadline)) return reply;
  }
}

Result<Reply, wire::CallFailure> ClientRequest::exchange(ClientConnection& connection,
                                                         Deadline deadline) {
  const auto response = *policies_.sync_scope == wire::SyncScope::with_server
                            ? giop::ResponseFlags::with_server
                            : giop::ResponseFlags::with_target;
  auto& encoder = *encoder_;
  const auto request_id = connection.next_request_id();
  encoder.patch(fields_.id, request_id);
  encoder.patch(fields_.response, giop::response_octet(response, target_->version()));
  const auto message = encoder.pieces();
  wire::Counters::count(target_->client().counters().requests_sent);
  if (is_traced()) [[unlikely]] {
    traced_since_ = now();
    trace_request("request to", connection.peer());
  }
  std::optional<wire::NestedWait> wait;
  if (const auto* const name = token()) [[unlikely]]
    wait.emplace(*name);
  ClientConnection::Waiter waiter(connection, request_id,
                                  {this, !deadline.is_never(), wait ? &*wait : nullptr});
  auto sent = send_in_turn(deadline, [&] { return connection.send(message, deadline); });
  if (!sent) return unexpected(std::move(sent.error()));
  if (names_code_sets_) [[unlikely]]
    connection.note_code_sets();
  auto reply = waiter.wait(deadline);
  if (is_traced()) [[unlikely]] {
    if (reply) trace_reply(reply->frame.bytes(), connection.peer());
  }
  if (!reply) return unexpected(std::move(reply.error()));
  return read_reply(std::move(*reply), connection.peer(), target_->code_sets());
}

template <class Send>
Result<void, wire::CallFailure> ClientRequest::send_in_turn(Deadline deadline, Send send) {
  if (!stream_) return send();
  OrderStream::Turn turn(*stream_, deadline);
  if (!turn.is_mine()) return unexpected(no_turn());
  const bool is_repeated = number_ != 0;
  if (!is_repeated) encoder_->patch(number_at(), turn.number());
  auto sent = send();
  if (sent && !is_repeated) {
    number_ = turn.number();
    turn.use_number();
  }
  return sent;
}

}  // namespace orbweaver::client
