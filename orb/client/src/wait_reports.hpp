// SPDX-License-Identifier: Apache-2.0
// Reports calls that wait for long. Another thread checks them, so that a call which does not wait
// is not slower.
//
//   the caller        waits, as a link of WaitingCalls
//   the alarm thread  checks all links once a tick, and counts the checks of each link
#pragma once
#include "connection_parts.hpp"
#include "reply_router.hpp"

#include <orbweaver/wire/notices.hpp>
#include <orbweaver/wire/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orbweaver::client {

/// When to report calls that wait. They are checked once a tick, so a report comes up to a tick
/// late.
struct WaitLimits {
  Nanoseconds warning, report;  // as in Options; zero: never
  Nanoseconds tick;             // zero: never
  [[nodiscard]] static WaitLimits of(const wire::Options& options) noexcept;
  /// How long a call has waited at least, if it was found waiting in so many checks.
  [[nodiscard]] Nanoseconds waited(unsigned looks) const noexcept { return (looks - 1) * tick; }
};

/// One for each connection. Threads: the alarm's.
class WaitReports {
 public:
  /// Logs the calls that have waited too long, and what they wait for. Takes the connection's lock.
  void look(ConnectionParts& parts, ReplyRouter& router, const WaitLimits& limits,
            wire::Notices& notices);

 private:
  /// Found with the lock, logged without it.
  struct Found {
    std::optional<std::string> silence;
    std::vector<std::string> waits, holders;
    bool is_sender_stuck = false;
  };
  void look_at(WaitingCall& call, const ConnectionParts& parts, const WaitLimits& limits,
               Found& found);
  [[nodiscard]] bool is_sender_stuck(const wire::SendQueue& queue, const WaitLimits& limits);

  bool has_warned_of_silence_ = false;
  std::optional<std::uint64_t> seen_being_given_;  // the queue's being_given() at the last check
  unsigned looks_at_sender_ = 0;                   // checks that found the same message
};

}  // namespace orbweaver::client
