// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/process.hpp>

#include "child_setup.hpp"
#include "failed_call.hpp"

#include <orbweaver/os/socket_io.hpp>

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <memory>
#include <vector>

// The C library's clone() under the name that sanitizers leave alone: they take every clone() for a
// fork(), and this one's memory for a copy.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...);

namespace orbweaver::os {

namespace {

constexpr std::size_t kChildStackBytes = std::size_t{64} * 1024;
constexpr std::size_t kStackAlignment = 16;

// The strings still own the texts; execve only reads them.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const auto& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

int policy_of(const Program& program) noexcept {
  switch (program.scheduling) {
    case SchedulingClass::fifo:
      return SCHED_FIFO;
    case SchedulingClass::rr:
      return SCHED_RR;
    case SchedulingClass::other:
      break;
  }
  return program.priority == 0 ? -1 : SCHED_OTHER;
}

// Memory that the new process uses, allocated before fork().
struct Prepared {
  std::vector<std::string> file_alone;
  std::vector<char*> arguments, environment;
  std::vector<int> descriptors;
  UniqueFd null;
  cpu_set_t cpus{};
  ChildSetup setup;
};

bool choose_cpus(Prepared& prepared, const Program& program) noexcept {
  CPU_ZERO(&prepared.cpus);
  for (const unsigned cpu : program.cpus) {
    if (cpu >= CPU_SETSIZE) return false;
    CPU_SET(cpu, &prepared.cpus);
  }
  if (!program.cpus.empty()) prepared.setup.cpus = &prepared.cpus;
  return true;
}

bool choose_descriptors(Prepared& prepared, const Program& program) {
  auto& descriptors = prepared.descriptors;
  descriptors = program.descriptors;
  if (descriptors.size() < 3) descriptors.resize(3, -1);
  if (std::ranges::find(descriptors, -1) != descriptors.end()) {
    prepared.null.reset(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!prepared.null) return false;
    std::ranges::replace(descriptors, -1, prepared.null.get());
  }
  prepared.setup.descriptors = descriptors.data();
  prepared.setup.descriptor_count = static_cast<unsigned>(descriptors.size());
  return true;
}

void choose_texts(Prepared& prepared, const Program& program) {
  prepared.file_alone = {program.file};
  prepared.arguments =
      pointers_to(program.arguments.empty() ? prepared.file_alone : program.arguments);
  prepared.environment = pointers_to(program.environment);
  prepared.setup.arguments = prepared.arguments.data();
  prepared.setup.environment = prepared.environment.data();
  prepared.setup.file = program.file.c_str();
  prepared.setup.directory = program.directory.empty() ? nullptr : program.directory.c_str();
}

Result<void, StartError> prepare(Prepared& prepared, const Program& program) {
  if (program.open_file < 0 && !program.file.starts_with('/'))
    return unexpected{StartError{StartStep::execute, EINVAL}};
  if (!choose_cpus(prepared, program)) return unexpected{StartError{StartStep::cpus, EINVAL}};
  if (!choose_descriptors(prepared, program))
    return unexpected{StartError{StartStep::prepare, errno}};
  choose_texts(prepared, program);
  auto& setup = prepared.setup;
  setup.open_file = program.open_file;
  setup.group = program.group;
  setup.orphans = program.orphans;
  setup.signal_at_starters_end = program.signal_at_starters_end;
  setup.starter = ::getpid();
  setup.policy = policy_of(program);
  setup.priority = program.priority;
  setup.stack_bytes = program.stack_bytes ? &*program.stack_bytes : nullptr;
  return {};
}

struct Born {
  int id = -1;
  int handle = -1;
};

// QEMU's user mode, before version 8, gives no handle with the birth. It also copies the child's
// memory, so that a step which fails shows as the end of the process there.
Born bear_without_handle(ChildSetup& setup, void* stack) noexcept {
  Born born;
  born.id = ::__clone(run_child, stack, CLONE_VM | CLONE_VFORK | SIGCHLD, &setup);
  if (born.id < 0) return born;
  born.handle = static_cast<int>(::syscall(SYS_pidfd_open, born.id, 0));
  if (born.handle >= 0) return born;
  const auto error = errno;
  ::kill(born.id, SIGKILL);
  ::waitpid(born.id, nullptr, 0);
  errno = error;
  return {};
}

// Returns once the program is loaded, or the child has ended because a step failed.
Born bear(ChildSetup& setup) {
  const auto stack = std::make_unique<std::byte[]>(kChildStackBytes + kStackAlignment);
  void* top = stack.get() + kChildStackBytes;
  std::size_t space = kStackAlignment;
  top = std::align(kStackAlignment, 1, top, space);
  const AllSignalsBlocked blocked;
  Born born;
  born.id = ::__clone(run_child, top, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &setup,
                      &born.handle);
  return born.id < 0 && errno == EINVAL ? bear_without_handle(setup, top) : born;
}

ProcessEnd end_of(const siginfo_t& info) noexcept {
  const auto kind =
      info.si_code == CLD_EXITED ? ProcessEnd::Kind::exited : ProcessEnd::Kind::killed;
  return {kind, info.si_status};
}

}  // namespace

Result<Process, StartError> start(const Program& program) {
  Prepared prepared;
  if (const auto ready = prepare(prepared, program); !ready) return unexpected{ready.error()};
  const auto born = bear(prepared.setup);
  if (born.id < 0) return unexpected{StartError{StartStep::prepare, errno}};
  Process process{born.id, UniqueFd{born.handle}};
  if (prepared.setup.failure.code == 0) return process;
  (void)process.wait(Deadline::never());
  return unexpected{prepared.setup.failure};
}

Process::~Process() {
  if (!handle_ || end_) return;
  (void)send(SIGKILL);
  (void)wait(Deadline::never());
}

Result<std::optional<ProcessEnd>, SystemError> Process::wait(Deadline deadline) noexcept {
  if (end_) return end_;
  const auto ended = wait_until_ready(handle_.get(), Readiness::readable, deadline);
  if (!ended) return unexpected{ended.error()};
  if (!*ended) return std::nullopt;
  siginfo_t info{};
  const auto handle = static_cast<id_t>(handle_.get());
  while (::waitid(P_PIDFD, handle, &info, WEXITED) != 0)
    if (errno != EINTR) return failed("waitid");
  end_ = end_of(info);
  return end_;
}

Result<void, SystemError> Process::send(int signal) const noexcept {
  if (end_) return failed("pidfd_send_signal", ESRCH);
  return send_signal_by_handle(handle_.get(), signal);
}

Result<ProcessEnd, SystemError> Process::terminate(Nanoseconds grace) noexcept {
  (void)send(SIGTERM);
  auto end = wait(Deadline::at(now() + grace));
  if (end && !*end) {
    (void)send(SIGKILL);
    end = wait(Deadline::never());
  }
  if (!end) return unexpected{end.error()};
  return **end;
}

int Process::release() noexcept {
  handle_.reset();
  return std::exchange(id_, 0);
}

Result<UniqueFd, SystemError> open_process(int id) noexcept {
  UniqueFd handle{static_cast<int>(::syscall(SYS_pidfd_open, id, 0))};  // always close-on-exec
  if (!handle) return failed("pidfd_open");
  return handle;
}

Result<void, SystemError> send_signal_by_handle(int handle, int signal) noexcept {
  if (::syscall(SYS_pidfd_send_signal, handle, signal, nullptr, 0) == 0) return {};
  return failed("pidfd_send_signal");
}

}  // namespace orbweaver::os
