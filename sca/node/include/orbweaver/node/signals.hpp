// The signals that end a program, taken by one thread, and a wake-up for it by the others.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <pthread.h>

#include <csignal>
#include <ctime>

namespace orbweaver::node {

/// Made before all threads, which inherit its mask: only wait() takes these signals.
class Signals {
 public:
  enum class Came { to_end, wake_up, nothing };

  Signals() {
    sigemptyset(&signals_);
    for (const int each : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&signals_, each);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }

  /// Ends wait() of the thread that made this. Several may count as one. Threads: any.
  void wake() const { pthread_kill(owner_, SIGUSR1); }

  /// Blocks. `nothing`: the deadline passed. Only for the thread that made this.
  [[nodiscard]] Came wait(const Deadline& deadline) const {
    int signal = 0;
    if (deadline.is_never()) {
      sigwait(&signals_, &signal);
    } else {
      const auto left = deadline.remaining();
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
      const timespec time{seconds.count(), (left - seconds).count()};
      signal = sigtimedwait(&signals_, nullptr, &time);
    }
    if (signal == SIGINT || signal == SIGTERM) return Came::to_end;
    return signal == SIGUSR1 ? Came::wake_up : Came::nothing;
  }

 private:
  sigset_t signals_{};
  pthread_t owner_ = pthread_self();
};

}  // namespace orbweaver::node
