// SPDX-License-Identifier: Apache-2.0
// While a program ends in order, one more signal ends it at once.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/os/this_process.hpp>
#include <orbweaver/os/thread.hpp>

#include <csignal>
#include <string>
#include <utility>

namespace orbweaver::os {

/// While this lives, SIGINT or SIGTERM ends this process at once with status 1, after a line on
/// standard error. What the process started ends by its guard, if it has one.
class SecondSignal {
 public:
  /// `signals`: SIGINT, SIGTERM and SIGUSR1 are among them; no other thread waits for them
  /// meanwhile. Outlives this. `program`: its name, for the line.
  SecondSignal(const AwaitedSignals& signals, std::string program)
      : program_(std::move(program)), thread_([this, &signals] { wait(signals); }) {}
  ~SecondSignal() {
    is_over_ = true;
    AwaitedSignals::send_to(thread_, SIGUSR1);
  }
  SecondSignal(const SecondSignal&) = delete;
  SecondSignal& operator=(const SecondSignal&) = delete;

 private:
  void wait(const AwaitedSignals& signals) const {
    while (!is_over_) {
      const int signal = signals.wait(Deadline::never());
      if (signal != SIGINT && signal != SIGTERM) continue;
      print_error(program_ + ": ended at once, as a second signal came\n");
      exit_at_once(1);
    }
  }

  const std::string program_;
  Atomic<bool> is_over_ = false;
  Thread thread_;  // last: it uses the rest
};

}  // namespace orbweaver::os
