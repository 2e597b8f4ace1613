// Calls that wait for long: looked at from outside, so that a call that does not wait pays nothing.
//
//   the caller        waits, as a link of WaitingCalls
//   the alarm thread  looks at the chain once a tick, and counts the looks of each link
#pragma once
#include "connection_parts.hpp"
#include "reply_router.hpp"

#include <orbweaver/wire/notices.hpp>
#include <orbweaver/wire/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orbweaver::client {

/// When calls that wait are reported. They are looked at once a tick, so a report comes up to a
/// tick late, and costs the call nothing.
struct WaitLimits {
  Nanoseconds warning, report;  // as in Options; zero: never
  Nanoseconds tick;             // zero: never
  [[nodiscard]] static WaitLimits of(const wire::Options& options) noexcept;
  /// For how long at least something has waited that was there at so many looks.
  [[nodiscard]] Nanoseconds waited(unsigned looks) const noexcept { return (looks - 1) * tick; }
};

/// Of one connection. Threads: that of the alarm.
class WaitReports {
 public:
  /// Logs what calls wait for that have waited too long. Takes the connection's lock.
  void look(ConnectionParts& parts, ReplyRouter& router, const WaitLimits& limits,
            wire::Notices& notices);

 private:
  /// What was found with the lock held, and is logged without it.
  struct Found {
    std::optional<std::string> silence;
    std::vector<std::string> waits, holders;
    bool is_sender_stuck = false;
  };
  void look_at(WaitingCall& call, const ConnectionParts& parts, const WaitLimits& limits,
               Found& found);
  [[nodiscard]] bool is_sender_stuck(const wire::SendQueue& queue, const WaitLimits& limits);

  bool has_warned_of_silence_ = false;
  std::optional<std::uint64_t> seen_being_given_;  // at the last look
  unsigned looks_at_sender_ = 0;                   // with the same message
};

}  // namespace orbweaver::client
