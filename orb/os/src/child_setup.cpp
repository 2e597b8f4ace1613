// SPDX-License-Identifier: Apache-2.0
#include "child_setup.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>

// System calls by number: the C library's functions of these names may keep a state, and the
// sanitizers' surely do.
#define ORBWEAVER_IN_CHILD __attribute__((no_sanitize("address", "thread", "undefined")))

namespace orbweaver::os {

namespace {

constexpr std::size_t kSignalSetBytes = sizeof(std::uint64_t);
constexpr int kSignals = 64;

ORBWEAVER_IN_CHILD bool succeeds(long result) noexcept { return result >= 0; }

// A handler is code of the starter, which must not run here; and a program does not expect to
// ignore the signals that its starter ignores.
ORBWEAVER_IN_CHILD void reset_signals() noexcept {
  const std::array<unsigned long, 8> by_default{};  // the kernel's sigaction, which has no header
  for (int signal = 1; signal <= kSignals; ++signal)
    ::syscall(SYS_rt_sigaction, signal, by_default.data(), nullptr, kSignalSetBytes);
}

ORBWEAVER_IN_CHILD bool join_group(ChildSetup& setup) noexcept {
  return setup.group == ProcessGroup::callers || succeeds(::syscall(SYS_setpgid, 0, 0));
}

// Fails if the starter has ended: the signal would not come.
ORBWEAVER_IN_CHILD bool ask_for_starters_end(ChildSetup& setup) noexcept {
  if (setup.signal_at_starters_end == 0) return true;
  if (!succeeds(::syscall(SYS_prctl, PR_SET_PDEATHSIG, setup.signal_at_starters_end, 0, 0, 0)))
    return false;
  if (::syscall(SYS_getppid) == setup.starter) return true;
  errno = ESRCH;
  return false;
}

// As os::adopt_orphans(): EINVAL comes of QEMU's user mode alone.
ORBWEAVER_IN_CHILD bool adopt(ChildSetup& setup) noexcept {
  return setup.orphans == Orphans::leave ||
         succeeds(::syscall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)) || errno == EINVAL;
}

// The kernel leaves out processors that it does not have, and says so only if none is left.
ORBWEAVER_IN_CHILD bool pin(ChildSetup& setup) noexcept {
  if (setup.cpus == nullptr) return true;
  if (!succeeds(::syscall(SYS_sched_setaffinity, 0, sizeof *setup.cpus, setup.cpus))) return false;
  std::array<unsigned long, sizeof(cpu_set_t) / sizeof(unsigned long)> now{};
  if (!succeeds(::syscall(SYS_sched_getaffinity, 0, sizeof now, now.data()))) return false;
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now.data()[i] != setup.cpus->__bits[i]) {
      errno = EINVAL;
      return false;
    }
  return true;
}

ORBWEAVER_IN_CHILD bool schedule(ChildSetup& setup) noexcept {
  if (setup.policy == -1) return true;
  if (setup.policy == SCHED_OTHER)
    return succeeds(::syscall(SYS_setpriority, PRIO_PROCESS, 0, setup.priority));
  sched_param parameter{};
  parameter.sched_priority = setup.priority;
  return succeeds(::syscall(SYS_sched_setscheduler, 0, setup.policy, &parameter));
}

ORBWEAVER_IN_CHILD bool limit_stack(ChildSetup& setup) noexcept {
  if (setup.stack_bytes == nullptr) return true;
  std::array<std::uint64_t, 2> limit{};  // soft, hard
  if (!succeeds(::syscall(SYS_prlimit64, 0, RLIMIT_STACK, nullptr, limit.data()))) return false;
  limit.data()[0] = *setup.stack_bytes;
  if (limit.data()[1] < *setup.stack_bytes) limit.data()[1] = *setup.stack_bytes;
  return succeeds(::syscall(SYS_prlimit64, 0, RLIMIT_STACK, limit.data(), nullptr));
}

ORBWEAVER_IN_CHILD bool enter_directory(ChildSetup& setup) noexcept {
  return setup.directory == nullptr || succeeds(::syscall(SYS_chdir, setup.directory));
}

ORBWEAVER_IN_CHILD bool move_above(int& fd, unsigned lowest) noexcept {
  const long copy = ::syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, lowest);
  if (succeeds(copy)) fd = static_cast<int>(copy);
  return succeeds(copy);
}

// All descriptors are moved out of the way first, as one may have the number that another must get.
ORBWEAVER_IN_CHILD bool place_descriptors(ChildSetup& setup) noexcept {
  const auto count = setup.descriptor_count;
  for (unsigned i = 0; i < count; ++i)
    if (!move_above(setup.descriptors[i], count)) return false;
  if (setup.open_file >= 0 && !move_above(setup.open_file, count)) return false;
  for (unsigned i = 0; i < count; ++i)
    if (!succeeds(::syscall(SYS_dup3, setup.descriptors[i], i, 0))) return false;
  return succeeds(::syscall(SYS_close_range, count, UINT_MAX, CLOSE_RANGE_CLOEXEC));
}

ORBWEAVER_IN_CHILD bool execute(ChildSetup& setup) noexcept {
  const std::uint64_t none_blocked = 0;
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none_blocked, nullptr, kSignalSetBytes);
  if (setup.open_file < 0)
    ::syscall(SYS_execve, setup.file, setup.arguments, setup.environment);
  else
    ::syscall(SYS_execveat, setup.open_file, "", setup.arguments, setup.environment, AT_EMPTY_PATH);
  return false;
}

struct SetupStep {
  StartStep step;
  bool (*take)(ChildSetup&) noexcept;
};

// Scheduling comes late, so that a real-time priority is not spent on the steps before.
constexpr SetupStep kSteps[] = {{StartStep::group, join_group},
                                {StartStep::signal_at_starters_end, ask_for_starters_end},
                                {StartStep::orphans, adopt},
                                {StartStep::directory, enter_directory},
                                {StartStep::descriptors, place_descriptors},
                                {StartStep::cpus, pin},
                                {StartStep::scheduling, schedule},
                                {StartStep::stack, limit_stack},
                                {StartStep::execute, execute}};

}  // namespace

ORBWEAVER_IN_CHILD int run_child(void* argument) noexcept {
  auto& setup = *static_cast<ChildSetup*>(argument);
  reset_signals();
  for (const auto& step : kSteps)
    if (!step.take(setup)) {
      setup.failure = {step.step, errno};
      ::syscall(SYS_exit_group, 127);
    }
  return 127;
}

AllSignalsBlocked::AllSignalsBlocked() noexcept {
  const std::uint64_t all = ~std::uint64_t{0};
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before_, kSignalSetBytes);
}

AllSignalsBlocked::~AllSignalsBlocked() {
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before_, nullptr, kSignalSetBytes);
}

}  // namespace orbweaver::os
