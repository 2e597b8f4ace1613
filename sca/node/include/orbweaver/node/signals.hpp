// SPDX-License-Identifier: Apache-2.0
// One thread waits for the signals that end a program; other threads can wake it.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/signals.hpp>

#include <csignal>

namespace orbweaver::node {

/// Masks the signals. Made before all threads, so that only its own thread takes them.
class Signals {
 public:
  enum class SignalResult { to_end, wake_up, nothing };

  /// Ends wait() of the thread that made this. Several calls may count as one. Threads: any.
  void wake() const { signals_.send_to_owner(SIGUSR1); }

  /// Blocks until a signal or wake(). `nothing`: the deadline has passed. Only for the thread that
  /// made this.
  [[nodiscard]] SignalResult wait(const Deadline& deadline) const {
    const int signal = signals_.wait(deadline);
    if (signal == SIGINT || signal == SIGTERM) return SignalResult::to_end;
    return signal == SIGUSR1 ? SignalResult::wake_up : SignalResult::nothing;
  }
  /// For a second thread that waits, once the thread that made this waits no more.
  [[nodiscard]] const os::AwaitedSignals& awaited() const noexcept { return signals_; }

 private:
  os::AwaitedSignals signals_{SIGINT, SIGTERM, SIGUSR1};
};

}  // namespace orbweaver::node
