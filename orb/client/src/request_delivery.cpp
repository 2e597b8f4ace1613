// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/request_delivery.hpp>

#include "client_connections.hpp"
#include "request_outcome.hpp"
#include "send_numbered.hpp"

#include <orbweaver/client/async_call.hpp>
#include <orbweaver/client/client.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/wire/nested_wait.hpp>
#include <orbweaver/wire/packet_scope.hpp>
#include <orbweaver/wire/trace.hpp>

#include <spdlog/fmt/fmt.h>

#include <optional>

namespace orbweaver::client {

namespace {

wire::CallFailure too_large_for_a_datagram(std::size_t size) {
  return {wire::SystemExceptionKind::imp_limit, wire::Minor::message_too_large,
          giop::Completion::no,
          "the request has " + std::to_string(size) + " bytes, and a datagram holds " +
              std::to_string(transport::kMaxDatagramSize) +
              ": use -ORBtransport auto or tcp, or SYNC_WITH_SERVER, which does not go over udp"};
}

Result<Reply, wire::CallFailure> read_reply(giop::Message message, const std::string& peer,
                                            cdr::CodeSets code_sets) {
  if (message.header.type != giop::MessageType::reply) return unexpected(bad_reply(peer));
  auto decoder = giop::body_of(message);
  const auto header = giop::decode_reply(decoder, message.header.version);
  if (!decoder.ok()) return unexpected(bad_reply(peer));
  decoder.set_code_sets(code_sets);
  return Reply{std::move(message), header.status, decoder};
}

AnsweredBy answering(CallKind kind, const wire::CallPolicies& policies) noexcept {
  const bool is_by_servant =
      kind == CallKind::two_way || *policies.sync_scope == wire::SyncScope::with_target;
  return is_by_servant ? AnsweredBy::servant : AnsweredBy::other;
}

// While it lives, the calling thread counts as blocked if the call goes through a transport to an
// object of this ORB: the call needs another thread of the ORB, also while it waits for room.
class WaitsForItsOwnOrb {
 public:
  explicit WaitsForItsOwnOrb(const RequestRoute& route) {
    if (route.target().is_local()) [[unlikely]]
      blocked_.emplace();
  }

 private:
  std::optional<os::BlockedThread> blocked_;
};

}  // namespace

RequestDelivery::RequestDelivery(Reference& origin, std::string_view operation,
                                 cdr::Encoder& encoder, CallKind kind)
    : policies_(origin.effective_policies()),
      message_(operation, encoder, is_ordered(origin) ? origin.series() : nullptr,
               answering(kind, policies_)) {}

Result<void, wire::CallFailure> RequestDelivery::send_oneway(const RequestRoute& route,
                                                             ClientConnection& connection,
                                                             Deadline deadline) {
  message_.set_id(connection.next_request_id());
  const auto message = message_.kept_pieces();
  wire::Counters::count(route.target().client().counters().requests_sent);
  if (CallTrace::is_on(route.target())) [[unlikely]]
    trace_request(route, "one-way request to", connection.peer());
  // Later requests rely on the code sets that this one names, so it must not be dropped.
  const auto overflow = message_.names_code_sets() ? wire::Overflow::block : *policies_.overflow;
  const WaitsForItsOwnOrb waits{route};
  auto sent = message_.send_numbered(deadline, [&] {
    return *policies_.sync_scope == wire::SyncScope::none
               ? connection.send_queued(message, overflow, deadline)
               : connection.send_oneway(message.pieces, deadline);
  });
  if (sent && message_.names_code_sets()) [[unlikely]]
    connection.note_code_sets();
  return sent;
}

Result<void, wire::CallFailure> RequestDelivery::send_async(const RequestRoute& route,
                                                            ClientConnection& connection,
                                                            AsyncCall& call, Deadline deadline) {
  const auto request_id = connection.next_request_id();
  message_.set_id(request_id, giop::ResponseFlags::with_target, route.target().facts().version);
  const WaitsForItsOwnOrb waits{route};
  const auto attempt = call.prepare(connection, request_id, *policies_.overflow, deadline);
  if (!attempt) return unexpected(attempt.error());
  wire::Counters::count(route.target().client().counters().requests_sent);
  if (CallTrace::is_on(route.target())) [[unlikely]] {
    trace_.begin();
    trace_request(route, "asynchronous request to", connection.peer());
  }
  auto sent = connection.add_async(request_id, call.shared_from_this(), *attempt, deadline);
  if (sent)
    sent = message_.send_numbered(deadline,
                                  [&] { return connection.send(message_.pieces(), deadline); });
  if (!sent) call.withdraw();
  if (sent && message_.names_code_sets()) [[unlikely]]
    connection.note_code_sets();
  return sent;
}

// With SYNC_NONE as well: the system's buffer is the queue, and the network empties it.
Result<void, wire::CallFailure> RequestDelivery::send_datagram(const RequestRoute& route,
                                                               Deadline deadline) {
  if (message_.size() > transport::kMaxDatagramSize)
    return unexpected(too_large_for_a_datagram(message_.size()));
  auto& client = route.target().client();
  auto sender = client.connections().datagrams(*route.target().facts().datagram_address);
  if (!sender) return unexpected(std::move(sender.error()));
  wire::Counters::count(client.counters().requests_sent);
  if (CallTrace::is_on(route.target())) [[unlikely]]
    trace_request(route, "datagram to", (*sender)->peer());
  return message_.send_numbered(deadline, [&]() -> Result<void, wire::CallFailure> {
    const auto left = (*sender)->send(message_.pieces());
    if (left) return {};
    return unexpected(wire::call_failure(left.error(), giop::Completion::no, (*sender)->peer()));
  });
}

Result<Reply, wire::CallFailure> RequestDelivery::invoke(const RequestRoute& route,
                                                         ClientConnection& connection,
                                                         const ClientRequest& request,
                                                         Deadline deadline) {
  const auto response = *policies_.sync_scope == wire::SyncScope::with_server
                            ? giop::ResponseFlags::with_server
                            : giop::ResponseFlags::with_target;
  const auto& target = route.target();
  const auto request_id = connection.next_request_id();
  message_.set_id(request_id, response, target.facts().version);
  const auto pieces = message_.pieces();
  wire::Counters::count(target.client().counters().requests_sent);
  if (CallTrace::is_on(target)) [[unlikely]] {
    trace_.begin();
    trace_request(route, "request to", connection.peer());
  }
  const WaitsForItsOwnOrb waits{route};
  std::optional<wire::NestedWait> wait;
  if (const auto* const name = message_.token()) [[unlikely]]
    wait.emplace(*name);
  ClientConnection::Waiter waiter(connection, request_id,
                                  {&request, !deadline.is_never(), wait ? &*wait : nullptr});
  auto sent = message_.send_numbered(deadline, [&] { return connection.send(pieces, deadline); });
  if (!sent) return unexpected(std::move(sent.error()));
  if (message_.names_code_sets()) [[unlikely]]
    connection.note_code_sets();
  // A servant that waits lets calls back in for one call at a time.
  if (!wait) wire::PacketScope::run_meanwhile();
  auto reply = waiter.wait(deadline);
  if (CallTrace::is_on(target)) [[unlikely]] {
    if (reply) trace_.reply(reply->frame.bytes(), connection.peer(), describe(route));
  }
  if (!reply) return unexpected(std::move(reply.error()));
  return read_reply(std::move(*reply), connection.peer(), target.facts().code_sets);
}

Result<Reply, wire::CallFailure> RequestDelivery::read(
    const RequestRoute& route, Result<giop::Message, wire::CallFailure> answer) const {
  if (CallTrace::is_on(route.target())) [[unlikely]] {
    if (answer)
      trace_.reply(answer->frame.bytes(), "the server", describe(route));
    else
      trace_.failure(answer.error(), describe(route));
  }
  if (!answer) return unexpected(std::move(answer.error()));
  return read_reply(std::move(*answer), "the server", route.target().facts().code_sets);
}

void RequestDelivery::trace_request(const RequestRoute& route, std::string_view direction,
                                    std::string_view peer) const {
  CallTrace::request(direction, peer, describe(route), message_.size());
}

void RequestDelivery::trace_failure(const RequestRoute& route,
                                    const wire::CallFailure& failure) const {
  if (CallTrace::is_on(route.target())) [[unlikely]]
    trace_.failure(failure, describe(route));
}

void CallTrace::request(std::string_view direction, std::string_view peer, std::string_view call,
                        std::size_t bytes) {
  wire::trace(fmt::format("{} {}: {}, {} bytes", direction, peer, call, bytes));
}

void CallTrace::reply(Bytes reply, std::string_view peer, std::string_view call) const {
  wire::trace(fmt::format("reply from {}: {}: {}, {} bytes, {}", peer, call,
                          wire::outcome_in(reply), reply.size(),
                          wire::readable_time(now() - since_)));
}

void CallTrace::failure(const wire::CallFailure& failure, std::string_view call) const {
  wire::trace(fmt::format("no reply: {}: {}: {}, {}", call, wire::repository_id(failure.exception),
                          failure.detail, wire::readable_time(now() - since_)));
}

}  // namespace orbweaver::client
