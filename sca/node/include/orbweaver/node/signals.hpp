// SPDX-License-Identifier: Apache-2.0
// The signals that end a program, taken by one thread, and a wake-up for it by the others.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/signals.hpp>

#include <csignal>

namespace orbweaver::node {

/// Made before all threads: only this takes these signals.
class Signals {
 public:
  enum class SignalResult { to_end, wake_up, nothing };

  /// Ends wait() of the thread that made this. Several may count as one. Threads: any.
  void wake() const { signals_.send_to_owner(SIGUSR1); }

  /// Blocks. `nothing`: the deadline passed. Only for the thread that made this.
  [[nodiscard]] SignalResult wait(const Deadline& deadline) const {
    const int signal = signals_.wait(deadline);
    if (signal == SIGINT || signal == SIGTERM) return SignalResult::to_end;
    return signal == SIGUSR1 ? SignalResult::wake_up : SignalResult::nothing;
  }
  /// For a thread beside the one that made this, which waits no more.
  [[nodiscard]] const os::AwaitedSignals& awaited() const noexcept { return signals_; }

 private:
  os::AwaitedSignals signals_{SIGINT, SIGTERM, SIGUSR1};
};

}  // namespace orbweaver::node
