// Ctrl-C: the first ends a trial in order, the second at once.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <functional>
#include <mutex>
#include <utility>

namespace orbweaver::trial {

/// Made before all threads, which inherit its mask of signals: only its own thread takes them. Until
/// they are handed on, a signal ends the program.
class Signals {
 public:
  Signals() {
    sigemptyset(&taken_);
    for (const int each : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&taken_, each);
    pthread_sigmask(SIG_BLOCK, &taken_, nullptr);
    std::signal(SIGPIPE, SIG_IGN);  // a reader of samples that has left is an error of its file
    thread_ = os::Thread{[this] { take(); }};
  }
  ~Signals() { end(); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// As long as it lives, the first signal calls `interrupt`, once at most. None is taken afterwards.
  class HandedOn {
   public:
    HandedOn(Signals& signals, std::function<void()> interrupt) : signals_(&signals) {
      const std::scoped_lock lock{signals.mutex_};
      signals.interrupt_ = std::move(interrupt);
    }
    /// Blocks: until an interrupt that is under way has been carried out.
    ~HandedOn() { signals_->end(); }
    HandedOn(const HandedOn&) = delete;
    HandedOn& operator=(const HandedOn&) = delete;

   private:
    Signals* signals_;
  };

 private:
  void take() {
    if (!await_signal()) return;
    std::function<void()> interrupt;
    {
      const std::scoped_lock lock{mutex_};
      interrupt = interrupt_;
    }
    if (!interrupt) end_at_once("ended before the component ran");
    std::fputs("orbweaver-try: ending; one more signal ends it at once\n", stderr);
    // An interrupt waits for a program that may hang.
    const os::Thread ending{interrupt};
    if (await_signal()) end_at_once("ended at once, as a second signal came");
  }
  /// False: there is nothing to end any more.
  [[nodiscard]] bool await_signal() const {
    while (true) {
      int signal = 0;
      sigwait(&taken_, &signal);
      if (is_over_) return false;
      if (signal != SIGUSR1) return true;
    }
  }
  [[noreturn]] static void end_at_once(const char* why) {
    std::fprintf(stderr, "orbweaver-try: %s\n", why);
    ::_exit(1);
  }
  void end() {
    if (!thread_.joinable()) return;
    is_over_ = true;
    pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
  }

  sigset_t taken_{};
  os::Atomic<bool> is_over_{false};
  os::Mutex mutex_;
  std::function<void()> interrupt_;  // requires mutex_
  os::Thread thread_;
};

}  // namespace orbweaver::trial
