// SPDX-License-Identifier: Apache-2.0
#include "wait_reports.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/client/async_call.hpp>
#include <orbweaver/wire/nested_wait.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::client {

namespace {

// How many checks there are in the time after which a wait is reported.
constexpr int kLooks = 2;

std::string readable(Nanoseconds time) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

std::string why_held(const wire::NestedWait::BlockedServant& held, const ClientRequest& call) {
  return held.holder + " waits for " + call.describe() + ", and " +
         std::to_string(held.queue.jobs) +
         (held.queue.jobs == 1 ? " request waits" : " requests wait") + " for it (first " +
         held.queue.first +
         "). If that call leads back here through another ORB, both wait for ever: give the call a "
         "timeout, or choose -ORBdispatch pool or an adapter of its own for what it leads back to "
         "(docs/guides/when-it-hangs.md)";
}

std::string why_silent(const std::string& peer, const ClientRequest& call) {
  return peer + " has accepted the connection and said nothing since, while " + call.describe() +
         " waits. The server's POAManager may not be active, its servant may take long, or the "
         "port belongs to another program (docs/guides/when-it-hangs.md)";
}

// Returns a line, once for each call, if a servant waits for the call while requests wait for the
// servant.
std::optional<std::string> look_at_holder(WaitingCall& call, wire::Counters& counters) {
  if (call.call.of_servant == nullptr || call.is_holder_reported) return std::nullopt;
  const auto held = call.call.of_servant->blocked_servant();
  if (!held) return std::nullopt;
  call.is_holder_reported = true;
  wire::Counters::count(counters.holders_waiting);
  return why_held(*held, *call.call.request);
}

// Reports only calls without a timeout: the others end by themselves.
void look_at_async_calls(AsyncReplies& async, const WaitLimits& limits,
                         std::vector<std::string>& waits) {
  if (limits.report <= Nanoseconds::zero()) return;
  for (auto& expected : async.expected()) {
    const bool is_long = limits.waited(++expected.looks) >= limits.report;
    if (!is_long || expected.is_reported || !expected.deadline.is_never()) continue;
    expected.is_reported = true;
    waits.push_back(expected.call->request().describe());
  }
}

}  // namespace

WaitLimits WaitLimits::of(const wire::Options& options) noexcept {
  const auto warning = options.wait_warning, report = options.wait_report;
  const auto zero = Nanoseconds::zero();
  const auto sooner = warning > zero && (report <= zero || warning < report) ? warning : report;
  return {warning, report, sooner / kLooks};
}

// True once for each message that the transport does not take.
bool WaitReports::is_sender_stuck(const wire::SendQueue& queue, const WaitLimits& limits) {
  const auto being_given = queue.being_given();
  const bool is_same = being_given && being_given == seen_being_given_;
  looks_at_sender_ = is_same ? looks_at_sender_ + 1 : 1;
  seen_being_given_ = being_given;
  if (!is_same || limits.report <= Nanoseconds::zero()) return false;
  const auto before = limits.waited(looks_at_sender_ - 1);
  return before < limits.report && limits.waited(looks_at_sender_) >= limits.report;
}

void WaitReports::look_at(WaitingCall& call, const ConnectionParts& parts, const WaitLimits& limits,
                          Found& found) {
  const auto waited = limits.waited(++call.looks);
  if (call.call.request == nullptr || !parts.end.may_answer()) return;
  const bool may_warn = limits.warning > Nanoseconds::zero() && waited >= limits.warning;
  if (may_warn)
    if (auto holder = look_at_holder(call, parts.counters))
      found.holders.push_back(std::move(*holder));
  if (may_warn && !parts.has_received && !has_warned_of_silence_) {
    has_warned_of_silence_ = true;
    found.silence = why_silent(parts.peer, *call.call.request);
  }
  const bool is_long = limits.report > Nanoseconds::zero() && waited >= limits.report &&
                       !call.call.has_timeout && !call.is_reported;
  if (!is_long) return;
  call.is_reported = true;
  found.waits.push_back(call.call.request->describe());
}

void WaitReports::look(ConnectionParts& parts, ReplyRouter& router, const WaitLimits& limits,
                       wire::Notices& notices) {
  Found found;
  {
    ConnectionParts::Lock lock(parts.mutex);
    // The thread of a call may do other work before it reads its reply.
    if (!router.waiting.is_empty() && parts.end.may_answer() && !parts.is_being_read)
      router.read_what_came(lock);
    router.waiting.for_each([&](auto& call) { look_at(call, parts, limits, found); });
    if (parts.end.is_open()) {
      look_at_async_calls(router.async, limits, found.waits);
      found.is_sender_stuck = is_sender_stuck(parts.queue, limits);
    }
  }
  if (found.silence) warn_seldom(notices.peer_is_silent, "{}", *found.silence);
  for (const auto& holder : found.holders) warn_seldom(notices.holder_waits, "{}", holder);
  if (found.is_sender_stuck) {
    static LogLimit limit;
    warn_seldom(
        limit,
        "a message to {} has not left for {}: the server does not read on. Its object's "
        "queue is full, its servant takes long, or it has stopped (docs/guides/when-it-hangs.md)",
        parts.peer, readable(limits.report));
  }
  for (const auto& call : found.waits)
    warn_seldom(notices.call_waits,
                "{} has waited for its reply for {}, and has no timeout (-ORBcallTimeout, "
                "docs/guides/when-it-hangs.md)",
                call, readable(limits.report));
}

}  // namespace orbweaver::client
