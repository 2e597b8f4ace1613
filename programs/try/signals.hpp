// SPDX-License-Identifier: Apache-2.0
// Handles Ctrl-C: the first ends a trial in order, the second ends the program.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/second_signal.hpp>
#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/os/this_process.hpp>
#include <orbweaver/os/thread.hpp>

#include <csignal>
#include <functional>
#include <mutex>
#include <utility>

namespace orbweaver::trial {

/// Masks the signals. Made before all threads, which inherit the mask: only its own thread takes
/// them. While no HandedOn exists, a signal ends the program.
class Signals {
 public:
  Signals() {
    std::signal(SIGPIPE, SIG_IGN);  // writing then fails, and is reported for the file
    thread_ = os::Thread{[this] { take(); }};
  }
  ~Signals() { end(); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// While it lives, the first signal calls `interrupt`, once at most. Afterwards no signal is
  /// taken.
  class HandedOn {
   public:
    HandedOn(Signals& signals, std::function<void()> interrupt) : signals_(&signals) {
      const std::scoped_lock lock{signals.mutex_};
      signals.interrupt_ = std::move(interrupt);
    }
    /// Blocks: until a call of `interrupt` has returned.
    ~HandedOn() { signals_->end(); }
    HandedOn(const HandedOn&) = delete;
    HandedOn& operator=(const HandedOn&) = delete;

   private:
    Signals* signals_;
  };

 private:
  static constexpr const char* kProgram = "orbweaver-try";

  void take() {
    if (!await_signal()) return;
    std::function<void()> interrupt;
    {
      const std::scoped_lock lock{mutex_};
      interrupt = interrupt_;
    }
    if (!interrupt) {
      os::print_error_of(kProgram, "ended before the component ran");
      os::exit_at_once(1);
    }
    os::print_error_of(kProgram, "ending; one more signal ends it at once");
    const os::SecondSignal second_signal{signals_, kProgram};
    interrupt();  // waits for a program that may hang
  }
  /// Returns false if the trial has ended.
  [[nodiscard]] bool await_signal() const {
    while (!is_over_) {
      const int signal = signals_.wait(Deadline::never());
      if (signal == SIGINT || signal == SIGTERM) return true;
    }
    return false;
  }
  void end() {
    if (!thread_.joinable()) return;
    is_over_ = true;
    os::AwaitedSignals::send_to(thread_, SIGUSR1);
    thread_.join();
  }

  const os::AwaitedSignals signals_{SIGINT, SIGTERM, SIGUSR1};
  os::Atomic<bool> is_over_{false};
  os::Mutex mutex_;
  std::function<void()> interrupt_;  // guarded by mutex_
  os::Thread thread_;
};

}  // namespace orbweaver::trial
