// SPDX-License-Identifier: Apache-2.0
// Signals that a program takes when it is ready for them, instead of what they do to it by
// themselves.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <pthread.h>

#include <csignal>
#include <initializer_list>

namespace orbweaver::os {

/// Signals for which threads wait. Made before all other threads, which inherit its mask: from then
/// on only wait() takes these signals.
class AwaitedSignals {
 public:
  /// Masks the signals in the calling thread.
  AwaitedSignals(std::initializer_list<int> signals) noexcept;

  /// The next of the signals that came; 0: the deadline passed, or another signal was handled.
  /// Blocks: until then. Threads: any; a signal for the process is taken by one of those that wait.
  [[nodiscard]] int wait(const Deadline& deadline) const noexcept;
  /// Sends one of them to the thread that made this. Several may count as one. Threads: any.
  void send_to_owner(int signal) const noexcept;
  /// The same for another thread, which has not ended.
  static void send_to(Thread& thread, int signal) noexcept;

 private:
  sigset_t signals_{};
  pthread_t owner_ = pthread_self();
};

/// Blocks every signal for the calling thread. For a process with one thread.
void block_all_signals() noexcept;

/// A descriptor that is readable when one of the signals has come; they are blocked already.
[[nodiscard]] Result<UniqueFd, SystemError> watch_signals(
    std::initializer_list<int> signals) noexcept;
/// Takes one that has come to such a descriptor; 0: it cannot be read. Blocks: until one comes.
[[nodiscard]] int take_signal(int descriptor) noexcept;

/// Fails: ESRCH if there is no such process; EPERM.
[[nodiscard]] Result<void, SystemError> send_signal(int process, int signal) noexcept;
/// To all processes of a group. Fails: as send_signal().
[[nodiscard]] Result<void, SystemError> send_signal_to_group(int group, int signal) noexcept;

}  // namespace orbweaver::os
