// Calls that wait for long: looked at from outside, so that a call that does not wait pays nothing.
//
//   the caller        waits in Waiter::wait, as a link of the chain
//   the alarm thread  looks at the chain once a tick, and counts the looks of each link
#include "client/client_connection.hpp"
#include "nested_wait.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/engine/async_call.hpp>

#include <algorithm>

namespace orbweaver::engine {

namespace {

// Looks in the time after which something is reported.
constexpr int kLooks = 2;

std::string told(Nanoseconds time) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

std::string why_held(const NestedWait::Held& held, const ClientRequest& call) {
  return held.holder + " waits for " + call.told() + ", and " + std::to_string(held.queue.jobs) +
         (held.queue.jobs == 1 ? " request waits" : " requests wait") + " for it (first " +
         held.queue.first +
         "). If that call leads back here through another ORB, both wait for ever: give the call a "
         "timeout, or choose -ORBdispatch pool or an adapter of its own for what it leads back to "
         "(docs/when-it-hangs.md)";
}

}  // namespace

WaitLimits WaitLimits::of(const Options& options) noexcept {
  const auto warning = options.wait_warning, report = options.wait_report;
  const auto zero = Nanoseconds::zero();
  const auto sooner = warning > zero && (report <= zero || warning < report) ? warning : report;
  return {warning, report, sooner / kLooks};
}

// Requires: lock held.
std::string ClientConnection::why_silent(const Waiter& waiter) {
  return peer_ + " has accepted the connection and said nothing since, while " +
         waiter.call_.request->told() +
         " waits. The server's POAManager may not be active, its servant may take long, or the "
         "port "
         "belongs to another program (docs/when-it-hangs.md)";
}

// Requires: lock held. Whether what waits is told from now on.
std::optional<std::string> ClientConnection::look_at_holder(Waiter& waiter) {
  if (waiter.call_.of_servant == nullptr || waiter.is_holder_reported_) return std::nullopt;
  const auto held = waiter.call_.of_servant->held();
  if (!held) return std::nullopt;
  waiter.is_holder_reported_ = true;
  Counters::count(counters_.holders_waiting);
  return why_held(*held, *waiter.call_.request);
}

// Requires: lock held. A call that has a timeout comes to its end by itself.
void ClientConnection::look_at_async_calls(const WaitLimits& limits,
                                           std::vector<std::string>& waits) {
  if (limits.report <= Nanoseconds::zero()) return;
  for (auto& expected : expected_) {
    const bool is_long = limits.waited(++expected.looks) >= limits.report;
    if (!is_long || expected.is_reported || !expected.deadline.is_never()) continue;
    expected.is_reported = true;
    waits.push_back(expected.call->request().told());
  }
}

// Requires: lock held. Once for each message that does not leave.
bool ClientConnection::is_sender_stuck(const WaitLimits& limits) {
  const auto being_given = queue_.being_given();
  const bool is_same = being_given && being_given == seen_being_given_;
  looks_at_sender_ = is_same ? looks_at_sender_ + 1 : 1;
  seen_being_given_ = being_given;
  if (!is_same || limits.report <= Nanoseconds::zero()) return false;
  const auto before = limits.waited(looks_at_sender_ - 1);
  return before < limits.report && limits.waited(looks_at_sender_) >= limits.report;
}

void ClientConnection::look_at_waits(const WaitLimits& limits, Notices& notices) {
  std::optional<std::string> silence;
  std::vector<std::string> waits, holders;
  bool is_stuck = false;
  {
    const Lock lock(mutex_);
    for (auto* waiter = newest_waiter_; waiter != nullptr; waiter = waiter->older_) {
      const auto waited = limits.waited(++waiter->looks_);
      if (waiter->call_.request == nullptr || waiter->reply_ || end_) continue;
      const bool may_warn = limits.warning > Nanoseconds::zero() && waited >= limits.warning;
      if (may_warn)
        if (auto holder = look_at_holder(*waiter)) holders.push_back(std::move(*holder));
      if (may_warn && !has_received_ && !has_warned_of_silence_) {
        has_warned_of_silence_ = true;
        silence = why_silent(*waiter);
      }
      const bool is_long = limits.report > Nanoseconds::zero() && waited >= limits.report &&
                           !waiter->call_.has_timeout && !waiter->is_reported_;
      if (!is_long) continue;
      waiter->is_reported_ = true;
      waits.push_back(waiter->call_.request->told());
    }
    if (!end_) look_at_async_calls(limits, waits);
    is_stuck = !end_ && is_sender_stuck(limits);
  }
  if (silence) warn_seldom(notices.peer_is_silent, "{}", *silence);
  for (const auto& holder : holders) warn_seldom(notices.holder_waits, "{}", holder);
  if (is_stuck) {
    static LogLimit limit;
    warn_seldom(limit,
                "a message to {} has not left for {}: the server does not read on. Its object's "
                "queue is full, its servant takes long, or it has stopped (docs/when-it-hangs.md)",
                peer_, told(limits.report));
  }
  for (const auto& call : waits)
    warn_seldom(notices.call_waits,
                "{} has waited for its reply for {}, and has no timeout (-ORBcallTimeout, "
                "docs/when-it-hangs.md)",
                call, told(limits.report));
}

}  // namespace orbweaver::engine
