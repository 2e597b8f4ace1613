// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/program.hpp>

#include "state.hpp"

#include <algorithm>
#include <bit>
#include <csignal>

namespace orbweaver::sim {

namespace {

// Of those that a program does not handle, these mean nothing to it.
constexpr std::uint64_t kIgnored =
    signal_bit(SIGCHLD) | signal_bit(SIGURG) | signal_bit(SIGWINCH) | signal_bit(SIGCONT);

// The lowest one first, as the system does.
int take_from(std::uint64_t& came, std::uint64_t wanted) noexcept {
  const auto those = came & wanted;
  if (those == 0) return 0;
  const int signal = std::countr_zero(those);
  came &= ~signal_bit(signal);
  return signal;
}

}  // namespace

void block_signals(std::uint64_t signals) noexcept { this_process().blocked |= signals; }
std::uint64_t blocked_signals() noexcept { return this_process().blocked; }

void send_signal(Process& process, int signal) noexcept {
  if (process.has_ended || signal == 0) return;
  const auto bit = signal_bit(signal);
  const bool is_blocked = (process.blocked & bit) != 0 && signal != SIGKILL;
  if (!is_blocked) {
    if ((kIgnored & bit) == 0) end_at_once(process, {true, signal});
    return;
  }
  process.signals |= bit;
  wake_all(process.for_signals);
  for (auto* const file : process.signal_files)
    if (file->is_readable()) file->changed();
}

void send_signal(Thread& thread, int signal) noexcept {
  if (has_ended(thread)) return;
  thread.signals |= signal_bit(signal);
  wake_all(thread.process->for_signals);
}

bool send_signal_to_group(int group, int signal) noexcept {
  std::vector<Process*> members;
  for (const auto& process : the_run().processes)
    if (process->group == group && !process->is_reaped) members.push_back(process.get());
  // The calling process is the last one, as it may end.
  std::ranges::stable_partition(members, [](const Process* process) {
    return this_thread() == nullptr || process != &this_process();
  });
  const bool is_there = !members.empty();
  for (auto* const member : members) send_signal(*member, signal);
  return is_there;
}

int await_signal(std::uint64_t signals, Time until) noexcept {
  auto& process = this_process();
  for (;;) {
    if (const int own = take_from(this_thread()->signals, signals); own != 0) return own;
    if (const int shared = take_from(process.signals, signals); shared != 0) return shared;
    if (virtual_now() >= until) return 0;
    (void)wait_in(process.for_signals, until, "awaits a signal");
  }
}

SignalFile::SignalFile(std::uint64_t signals) : process_(this_process()), signals_(signals) {
  process_.signal_files.push_back(this);
}

SignalFile::~SignalFile() { std::erase(process_.signal_files, this); }

bool SignalFile::is_readable() const noexcept { return (process_.signals & signals_) != 0; }

int SignalFile::take() noexcept { return take_from(process_.signals, signals_); }

}  // namespace orbweaver::sim
