// Ctrl-C: the first ends a trial in order, the second at once.
#pragma once
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

namespace orbweaver::trial {

/// Made before all threads, which inherit its mask of signals: only its own thread takes them.
class Signals {
 public:
  Signals() {
    sigemptyset(&taken_);
    for (const int each : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&taken_, each);
    pthread_sigmask(SIG_BLOCK, &taken_, nullptr);
    std::signal(SIGPIPE, SIG_IGN);  // a reader of samples that has left is an error of its file
  }
  ~Signals() { end(); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// From now on until end(). `interrupt` is called once at most.
  void hand_to(std::function<void()> interrupt) {
    thread_.emplace([this, interrupt = std::move(interrupt)] {
      if (next() == SIGUSR1) return;
      std::fputs("orbweaver-try: ending; one more signal ends it at once\n", stderr);
      interrupt_apart_from_signals(interrupt);
    });
  }

  /// Blocks: until an interrupt that is under way has been carried out.
  void end() {
    if (thread_) pthread_kill(thread_->native_handle(), SIGUSR1);
    thread_.reset();
  }

 private:
  [[nodiscard]] int next() const {
    int signal = 0;
    sigwait(&taken_, &signal);
    return signal;
  }
  // An interrupt waits for a program that may hang.
  void interrupt_apart_from_signals(const std::function<void()>& interrupt) const {
    const std::jthread ending{interrupt};
    if (next() == SIGUSR1) return;
    std::fputs("orbweaver-try: ended at once, as a second signal came\n", stderr);
    ::_exit(1);
  }

  sigset_t taken_{};
  std::optional<std::jthread> thread_;
};

}  // namespace orbweaver::trial
