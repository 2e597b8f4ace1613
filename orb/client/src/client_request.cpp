// The calling loop: which place, and which connection to it, a request tries next.
#include <orbweaver/client/client_request.hpp>

#include "client_connections.hpp"
#include "request_outcome.hpp"

#include <orbweaver/client/async_call.hpp>
#include <orbweaver/wire/policies.hpp>

#include <fmt/format.h>

#include <chrono>

namespace orbweaver::client {

namespace {

// To servers that close each connection in order.
constexpr int kMaxRepeats = 8;
constexpr int kMaxForwards = 8;

}  // namespace

Result<Reply, wire::CallFailure> ClientRequest::invoke() {
  delivery_.await_the_servant();
  return perform();
}

Result<Reply, wire::CallFailure> ClientRequest::send() { return perform(); }

Result<void, wire::CallFailure> ClientRequest::finish() {
  return delivery_.message().finish(route_.target());
}

// Nothing has left yet: the request may go to another place.
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

Result<void, wire::CallFailure> ClientRequest::post() {
  if (auto finished = finish(); !finished) return finished;
  const auto deadline = this->deadline();
  if (delivery_.goes_as_datagram(route_.target())) return delivery_.send_datagram(route_, deadline);
  for (int repeats = 0;; ++repeats) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto sent = delivery_.hand_over(route_, **found, deadline);
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

Result<Reply, wire::CallFailure> ClientRequest::perform() {
  if (auto finished = finish(); !finished) return unexpected(std::move(finished.error()));
  const auto deadline = this->deadline();
  auto reply = attempt(deadline);
  if (!reply) [[unlikely]]
    delivery_.trace_failure(route_, reply.error());
  // In a few instructions, what is_settled() says of nearly every call.
  if (route_.is_elsewhere() || (reply && asks_for_another_try(reply->status))) [[unlikely]]
    follow_up(reply, deadline);
  return reply;
}

Result<Reply, wire::CallFailure> ClientRequest::attempt(Deadline deadline) {
  for (int repeats = 0;; ++repeats) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto reply = delivery_.exchange(route_, **found, *this, deadline);
    if (reply || !may_repeat(reply.error()) || repeats == kMaxRepeats) return reply;
    if (repeats > 0 && !(*found)->has_lost_nothing(deadline)) return reply;
  }
}

// Whether neither the reply nor the failure asks for more; see is_final.
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
    reply = attempt(deadline);
  }
  reply = unexpected(wire::CallFailure{wire::SystemExceptionKind::transient,
                                       wire::Minor::forwarded_too_often, giop::Completion::no,
                                       "the object was forwarded more than 8 times"});
}

// ---- asynchronous calls ----

Result<void, wire::CallFailure> ClientRequest::launch(AsyncCall& call, Deadline deadline) {
  delivery_.await_the_servant();
  if (auto finished = finish(); !finished) return finished;
  for (bool is_repeated = false;; is_repeated = true) {
    const auto found = connection(deadline);
    if (!found) return unexpected(found.error());
    auto sent = delivery_.launch(route_, **found, call, deadline);
    if (sent) return sent;
    if (route_.is_elsewhere() && says_gone(sent.error().exception, sent.error().completed) &&
        route_.go_back(delivery_.message()))
      continue;
    if (is_repeated || !may_repeat(sent.error())) return sent;
  }
}

// An asynchronous request comes behind what its caller has sent since, but for one with a number.
bool ClientRequest::may_follow_later(const wire::CallFailure& failure) const noexcept {
  return delivery_.message().is_numbered() && may_repeat(failure);
}

bool ClientRequest::is_final(const Result<Reply, wire::CallFailure>& reply) const {
  return is_settled(reply) && (reply || !may_follow_later(reply.error()));
}

Result<Reply, wire::CallFailure> ClientRequest::go_on(Result<Reply, wire::CallFailure> reply,
                                                      Deadline deadline) {
  if (!reply && may_follow_later(reply.error())) reply = attempt(deadline);
  follow_up(reply, deadline);
  return reply;
}

}  // namespace orbweaver::client
