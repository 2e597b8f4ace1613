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

  /// While it lives, and no other function takes signals, the first one ends the program with
  /// the status that `report` returns. None is taken afterwards.
  class Early {
   public:
    Early(Signals& signals, std::function<int()> report) : signals_(&signals) {
      const std::scoped_lock lock{signals.mutex_};
      signals.report_early_end_ = std::move(report);
    }
    /// Blocks for ever if a signal ends the program.
    ~Early() { signals_->end(); }
    Early(const Early&) = delete;
    Early& operator=(const Early&) = delete;

   private:
    Signals* signals_;
  };

  /// As long as it lives, the first signal calls `interrupt`, once at most. Afterwards no signal is
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
    std::function<int()> report_early_end;
    {
      const std::scoped_lock lock{mutex_};
      interrupt = interrupt_;
      report_early_end = report_early_end_;
    }
    if (!interrupt) os::exit_at_once(report_early_end ? report_early_end() : end_of_nothing());
    os::print_error_of(kProgram, "ending; one more signal ends it at once");
    const os::SecondSignal second_signal{signals_, kProgram};
    interrupt();  // waits for a program that may hang
  }
  static int end_of_nothing() {
    os::print_error_of(kProgram, "ended before the component ran");
    return 1;
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
  // Both require mutex_.
  std::function<void()> interrupt_;
  std::function<int()> report_early_end_;
  os::Thread thread_;
};

}  // namespace orbweaver::trial
