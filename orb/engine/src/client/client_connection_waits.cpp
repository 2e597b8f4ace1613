// Calls that wait for long: looked at from outside, so that a call that does not wait pays nothing.
//
//   the caller        waits in Waiter::wait, as a link of the chain
//   the alarm thread  looks at the chain once a tick, and counts the looks of each link
#include "client/client_connection.hpp"

#include <orbweaver/base/log_limit.hpp>

#include <algorithm>

namespace orbweaver::engine {

namespace {

// Looks in the time after which something is reported.
constexpr int kLooks = 2;

std::string told(Nanoseconds time) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
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

void ClientConnection::look_at_waits(const WaitLimits& limits, Notices& notices) {
  std::optional<std::string> silence;
  std::vector<std::string> waits;
  {
    const Lock lock(mutex_);
    for (auto* waiter = newest_waiter_; waiter != nullptr; waiter = waiter->older_) {
      const auto waited = limits.waited(++waiter->looks_);
      if (waiter->call_.request == nullptr || waiter->reply_ || end_) continue;
      const bool is_silent = limits.warning > Nanoseconds::zero() && waited >= limits.warning &&
                             !has_received_ && !has_warned_of_silence_;
      if (is_silent) {
        has_warned_of_silence_ = true;
        silence = why_silent(*waiter);
      }
      const bool is_long = limits.report > Nanoseconds::zero() && waited >= limits.report &&
                           !waiter->call_.has_timeout && !waiter->is_reported_;
      if (!is_long) continue;
      waiter->is_reported_ = true;
      waits.push_back(waiter->call_.request->told());
    }
  }
  if (silence) warn_seldom(notices.peer_is_silent, "{}", *silence);
  for (const auto& call : waits)
    warn_seldom(notices.call_waits,
                "{} has waited for its reply for {}, and has no timeout (-ORBcallTimeout, "
                "docs/when-it-hangs.md)",
                call, told(limits.report));
}

}  // namespace orbweaver::engine
