// While a program gives everything back, one more signal ends it at once.
#pragma once
#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/os/this_process.hpp>
#include <orbweaver/os/thread.hpp>

#include <csignal>
#include <string>

#include "inbox.hpp"

namespace orbweaver::domain {

/// While this lives: one more signal ends this process at once, and its guard ends what it started.
class SecondSignal {
 public:
  /// `program`: its name, for the line on standard error. Both must outlive this.
  SecondSignal(const Inbox& inbox, const char* program)
      : thread_([&inbox, program] {
          if (inbox.next_signal_to_end() == SIGUSR1) return;
          os::print_error(std::string{program} + ": ended at once, as a second signal came\n");
          os::exit_at_once(1);
        }) {}
  ~SecondSignal() { os::AwaitedSignals::send_to(thread_, SIGUSR1); }
  SecondSignal(const SecondSignal&) = delete;
  SecondSignal& operator=(const SecondSignal&) = delete;

 private:
  os::Thread thread_;
};

}  // namespace orbweaver::domain
