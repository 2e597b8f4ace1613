// SPDX-License-Identifier: Apache-2.0
// The calling loop: decides which object, and which connection to it, a request tries next.
#include <orbweaver/client/client_request.hpp>

#include "client_connections.hpp"
#include "request_outcome.hpp"

#include <orbweaver/client/async_call.hpp>
#include <orbweaver/wire/policies.hpp>

#include <fmt/format.h>

#include <chrono>

namespace orbweaver::client {

namespace {

// How often a request is sent again to a server that closes each connection in order.
constexpr int kMaxRepeats = 8;
constexpr int kMaxForwards = 8;

}  // namespace

Result<Reply, wire::CallFailure> ClientRequest::invoke() {
  delivery_.require_reply();
  return invoke_and_follow();
}

Result<Reply, wire::CallFailure> ClientRequest::invoke_oneway() { return invoke_and_follow(); }

Result<void, wire::CallFailure> ClientRequest::finish() {
  return delivery_.message().finish(route_.target());
}

// The request was not sent yet, so it may go to another object.
Result<ConnectionSlot::Pin, wire::CallFailure> ClientRequest::connection(Deadline deadline) {
  const auto sharing = *delivery_.policies().private_connection ? Reference::Sharing::own
                                                                : Reference::Sharing::shared;
  auto& message = delivery_.message();
  for (;;) {
    auto& target = route_.target();
    auto found = target.connection(sharing, deadline);
    if (found) {
      const bool is_news = target.facts().agreed_code_sets && !(*found)->knows_code_sets();
      if (is_news != message.names_code_sets()) [[unlikely]]
        message.name_code_sets(is_news, target);
      return found;
    }
    if (found.error().exception != wire::SystemExceptionKind::transient ||
        !route_.go_elsewhere(message))
      return found;
  }
}

Result<void, wire::CallFailure> ClientRequest::send() {
  if (auto finished = finish(); !finished) return finished;
  const auto deadline = this->deadline();
  if (delivery_.goes_as_datagram(route_.target())) return delivery_.send_datagram(route_, deadline);
  for (int repeats = 0;; ++repeats) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto sent = delivery_.send_oneway(route_, **found, deadline);
    if (sent || !may_repeat(sent.error()) || repeats == kMaxRepeats) return sent;
    if (!(*found)->has_lost_nothing(deadline)) return sent;
  }
}

std::string ClientRequest::describe_timeout() const {
  const auto timeout = *delivery_.policies().timeout;
  if (timeout <= Nanoseconds::zero()) return {};
  const auto milliseconds = std::chrono::duration<double, std::milli>(timeout).count();
  const char* const by =
      route_.target().overrides().timeout ? "RelativeRoundtripTimeout of the reference"
      : wire::thread_policies().timeout   ? "RelativeRoundtripTimeout of the thread"
                                          : "-ORBcallTimeout";
  return fmt::format("{:g} ms ({})", milliseconds, by);
}

Result<Reply, wire::CallFailure> ClientRequest::invoke_and_follow() {
  if (auto finished = finish(); !finished) return unexpected(std::move(finished.error()));
  const auto deadline = this->deadline();
  auto reply = invoke_at_target(deadline);
  if (!reply) [[unlikely]]
    delivery_.trace_failure(route_, reply.error());
  // In a few instructions, what is_settled() says of nearly every call.
  if (route_.is_elsewhere() || (reply && asks_for_another_try(reply->status))) [[unlikely]]
    follow_up(reply, deadline);
  return reply;
}

Result<Reply, wire::CallFailure> ClientRequest::invoke_at_target(Deadline deadline) {
  for (int repeats = 0;; ++repeats) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto reply = delivery_.invoke(route_, **found, *this, deadline);
    if (reply || !may_repeat(reply.error()) || repeats == kMaxRepeats) return reply;
    if (repeats > 0 && !(*found)->has_lost_nothing(deadline)) return reply;
  }
}

// Whether neither the reply nor the failure asks for another attempt; see is_final().
bool ClientRequest::is_settled(const Result<Reply, wire::CallFailure>& reply) const {
  if (route_.is_elsewhere() && has_found_nothing(reply)) return false;
  return !reply || !asks_for_another_try(reply->status);
}

void ClientRequest::follow_up(Result<Reply, wire::CallFailure>& reply, Deadline deadline) {
  auto& message = delivery_.message();
  for (int forwards = 0;; ++forwards) {
    const bool has_gone_back =
        route_.is_elsewhere() && has_found_nothing(reply) && route_.go_back(message);
    if (!has_gone_back) {
      if (!reply || !asks_for_another_try(reply->status)) return;
      auto moved = reply->status == giop::ReplyStatus::needs_addressing_mode
                       ? route_.address_otherwise(*reply, message)
                       : route_.follow(*reply, message);
      if (!moved) return void(reply = unexpected(std::move(moved.error())));
    }
    if (forwards == kMaxForwards) break;
    reply = invoke_at_target(deadline);
  }
  reply = unexpected(wire::CallFailure{wire::SystemExceptionKind::transient,
                                       wire::Minor::forwarded_too_often, giop::Completion::no,
                                       "the object was forwarded more than 8 times"});
}

// ---- asynchronous calls ----

Result<void, wire::CallFailure> ClientRequest::send_async(AsyncCall& call, Deadline deadline) {
  delivery_.require_reply();
  if (auto finished = finish(); !finished) return finished;
  for (bool is_repeated = false;; is_repeated = true) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto sent = delivery_.send_async(route_, **found, call, deadline);
    if (sent) return sent;
    if (route_.is_elsewhere() && says_gone(sent.error().exception, sent.error().completed) &&
        route_.go_back(delivery_.message()))
      continue;
    if (is_repeated || !may_repeat(sent.error())) return sent;
  }
}

// A repeated asynchronous request comes after requests that its caller has sent since. Only a
// numbered request may: the server puts it in order.
bool ClientRequest::may_follow_later(const wire::CallFailure& failure) const noexcept {
  return delivery_.message().is_numbered() && may_repeat(failure);
}

bool ClientRequest::is_final(const Result<Reply, wire::CallFailure>& reply) const {
  return is_settled(reply) && (reply || !may_follow_later(reply.error()));
}

Result<Reply, wire::CallFailure> ClientRequest::invoke_again(Result<Reply, wire::CallFailure> reply,
                                                             Deadline deadline) {
  if (!reply && may_follow_later(reply.error())) reply = invoke_at_target(deadline);
  follow_up(reply, deadline);
  return reply;
}

}  // namespace orbweaver::client
