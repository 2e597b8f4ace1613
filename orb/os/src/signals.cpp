// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/signals.hpp>

#include "failed_call.hpp"
#include "timespec.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

namespace orbweaver::os {

namespace {

sigset_t set_of(std::initializer_list<int> signals) noexcept {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : signals) sigaddset(&set, number);
  return set;
}

}  // namespace

AwaitedSignals::AwaitedSignals(std::initializer_list<int> signals) noexcept
    : signals_(set_of(signals)) {
  ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
}

int AwaitedSignals::wait(const Deadline& deadline) const noexcept {
  int signal = 0;
  if (deadline.is_never()) {
    ::sigwait(&signals_, &signal);
    return signal;
  }
  const auto left = deadline.remaining();
  const auto time = timespec_of(left);
  signal = ::sigtimedwait(&signals_, nullptr, &time);
  return signal < 0 ? 0 : signal;
}

void AwaitedSignals::send_to_owner(int signal) const noexcept { ::pthread_kill(owner_, signal); }

void AwaitedSignals::send_to(Thread& thread, int signal) noexcept {
  ::pthread_kill(thread.native_handle(), signal);
}

void block_all_signals() noexcept {
  sigset_t all;
  sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
}

Result<UniqueFd, SystemError> watch_signals(std::initializer_list<int> signals) noexcept {
  const auto set = set_of(signals);
  UniqueFd descriptor{::signalfd(-1, &set, SFD_CLOEXEC)};
  if (!descriptor) return failed("signalfd");
  return descriptor;
}

int take_signal(int descriptor) noexcept {
  signalfd_siginfo info{};
  if (::read(descriptor, &info, sizeof info) != sizeof info) return 0;
  return static_cast<int>(info.ssi_signo);
}

Result<void, SystemError> send_signal(int process, int signal) noexcept {
  if (::kill(process, signal) == 0) return {};
  return failed("kill");
}

Result<void, SystemError> send_signal_to_group(int group, int signal) noexcept {
  return send_signal(-group, signal);
}

}  // namespace orbweaver::os
