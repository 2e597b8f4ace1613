// While a program gives everything back, one more signal ends it at once.
#pragma once
#include <orbweaver/os/thread.hpp>

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "inbox.hpp"

namespace orbweaver::domain {

/// While this lives: one more signal ends this process at once, and its guard ends what it started.
class SecondSignal {
 public:
  /// `program`: its name, for the line on standard error. Both must outlive this.
  SecondSignal(const Inbox& inbox, const char* program)
      : thread_([&inbox, program] {
          if (inbox.next_signal() == SIGUSR1) return;
          std::fprintf(stderr, "%s: ended at once, as a second signal came\n", program);
          ::_exit(1);
        }) {}
  ~SecondSignal() { pthread_kill(thread_.native_handle(), SIGUSR1); }
  SecondSignal(const SecondSignal&) = delete;
  SecondSignal& operator=(const SecondSignal&) = delete;

 private:
  os::Thread thread_;
};

}  // namespace orbweaver::domain
