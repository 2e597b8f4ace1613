// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/child_processes.hpp>
#include <orbweaver/os/process.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "scratch_folder.hpp"

namespace orbweaver::os {
namespace {

using Kind = ProcessEnd::Kind;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{-1, -1};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    in.reset(ends[0]);
    out.reset(ends[1]);
  }
  /// Until the last writer is gone.
  std::string read_all() {
    out.reset();
    std::string text;
    std::array<char, 4096> piece{};
    for (;;) {
      const auto size = ::read(in.get(), piece.data(), piece.size());
      if (size <= 0) return text;
      text.append(piece.data(), static_cast<std::size_t>(size));
    }
  }
  UniqueFd in, out;
};

Program shell(const std::string& script) {
  return {.file = "/bin/sh", .arguments = {"sh", "-c", script}};
}

struct Run {
  std::string output;
  ProcessEnd end;
};

/// What the program writes to standard output, and its end.
Run run(Program program) {
  Pipe output;
  program.descriptors.resize(std::max<std::size_t>(3, program.descriptors.size()), -1);
  program.descriptors[1] = output.out.get();
  auto process = start(program);
  EXPECT_TRUE(process.has_value()) << describe(process.error());
  if (!process) return {};
  auto text = output.read_all();
  const auto end = process->wait(Deadline::never());
  return {std::move(text), end.value().value()};
}

StartError failure_of(const Program& program) {
  const auto process = start(program);
  return process ? StartError{} : process.error();
}

TEST(Process, ends_with_the_status_of_its_program) {
  EXPECT_EQ(run(shell("exit 3")).end, (ProcessEnd{Kind::exited, 3}));
  EXPECT_EQ(run(shell("kill -SEGV $$")).end, (ProcessEnd{Kind::killed, SIGSEGV}));
  EXPECT_EQ(describe(ProcessEnd{Kind::exited, 3}), "exit status 3");
  EXPECT_EQ(describe(ProcessEnd{Kind::killed, SIGSEGV}), "killed by SIGSEGV");
  EXPECT_EQ(describe(ProcessEnd{Kind::killed, 60}), "killed by signal 60");
}

TEST(Process, has_the_arguments_as_they_were_given) {
  EXPECT_EQ(
      run({.file = "/bin/sh",
           .arguments = {"sh", "-c", R"(printf '%s|' "$0" "$@")", "name", "a b", "", "$HOME;*"}})
          .output,
      "name|a b||$HOME;*|");
}

TEST(Process, has_no_variable_but_those_that_were_given) {
  ASSERT_EQ(::setenv("ORBWEAVER_TEST_LEAK", "1", 1), 0);
  EXPECT_EQ(run({.file = "/usr/bin/env"}).output, "");
  EXPECT_EQ(run({.file = "/usr/bin/env", .environment = {"A=1", "B=two words"}}).output,
            "A=1\nB=two words\n");
  ::unsetenv("ORBWEAVER_TEST_LEAK");
}

TEST(Process, has_no_descriptor_but_those_that_were_given) {
  const int leak = ::open("/dev/null", O_RDONLY);  // not close-on-exec
  Pipe output, extra;
  const auto list = std::string{"cd /proc/self/fd; echo *"};
  EXPECT_EQ(run({.file = "/bin/sh",
                 .arguments = {"sh", "-c", list},
                 .descriptors = {-1, -1, -1, extra.out.get()}})
                .output,
            "0 1 2 3 4\n")
      << "the last one is the folder that the shell reads";
  EXPECT_EQ(run(shell(list)).output, "0 1 2 3\n");
  ::close(leak);
}

TEST(Process, has_descriptors_where_they_belong_even_if_they_change_places) {
  Pipe first, second;
  // The copies have the numbers at which the other belongs.
  const UniqueFd saved_1{::fcntl(1, F_DUPFD_CLOEXEC, 10)}, saved_2{::fcntl(2, F_DUPFD_CLOEXEC, 10)};
  ::dup2(second.out.get(), 1);
  ::dup2(first.out.get(), 2);
  auto program = shell("echo first; echo second >&2");
  program.descriptors = {-1, 2, 1};
  auto process = start(program);
  ::dup2(saved_1.get(), 1);
  ::dup2(saved_2.get(), 2);
  ASSERT_TRUE(process.has_value()) << describe(process.error());
  EXPECT_EQ(first.read_all(), "first\n");
  EXPECT_EQ(second.read_all(), "second\n");
}

TEST(Process, reads_nothing_where_no_descriptor_was_given) {
  EXPECT_EQ(run(shell("read line; echo $?; readlink /proc/self/fd/2")).output, "1\n/dev/null\n");
}

TEST(Process, ignores_and_blocks_no_signal) {
  ::signal(SIGUSR1, SIG_IGN);
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &set, &before);
  EXPECT_EQ(
      run({.file = "/bin/grep", .arguments = {"grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"}})
          .output,
      "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  sigset_t after;
  ::pthread_sigmask(SIG_SETMASK, &before, &after);
  EXPECT_TRUE(sigismember(&after, SIGTERM));
  EXPECT_FALSE(sigismember(&after, SIGHUP)) << "the starter has its signals back";
  ::signal(SIGUSR1, SIG_DFL);
}

TEST(Process, is_in_the_group_that_was_asked_for_and_in_the_callers_session) {
  // Fields of stat behind the name: state, parent, group, session.
  const auto ids = std::string{"read _ _ _ p g s _ </proc/$$/stat; echo $p $g $s $$"};
  const auto own = [&](ProcessGroup group) {
    auto program = shell(ids);
    program.group = group;
    std::array<int, 4> found{};
    std::istringstream{run(program).output} >> found[0] >> found[1] >> found[2] >> found[3];
    EXPECT_EQ(found[0], ::getpid());
    EXPECT_EQ(found[2], ::getsid(0));
    return found[1] == found[3];
  };
  EXPECT_TRUE(own(ProcessGroup::own));
  EXPECT_FALSE(own(ProcessGroup::callers));
}

TEST(Process, runs_in_the_directory_that_was_given) {
  auto program = shell("pwd");
  program.directory = "/proc";
  EXPECT_EQ(run(program).output, "/proc\n");
}

TEST(Process, runs_on_its_processors) {
  cpu_set_t set;
  ASSERT_EQ(::sched_getaffinity(0, sizeof set, &set), 0);
  unsigned last = 0;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) last = cpu;
  Program program{.file = "/bin/grep",
                  .arguments = {"grep", "Cpus_allowed_list", "/proc/self/status"},
                  .cpus = {last}};
  EXPECT_EQ(run(program).output, "Cpus_allowed_list:\t" + std::to_string(last) + "\n");
  program.cpus = {last, 1023};
  EXPECT_EQ(failure_of(program), (StartError{StartStep::cpus, EINVAL}));
  program.cpus = {5000};
  EXPECT_EQ(failure_of(program), (StartError{StartStep::cpus, EINVAL}));
}

bool may_schedule_in_real_time() {
  rlimit limit{};
  return ::geteuid() == 0 || (::getrlimit(RLIMIT_RTPRIO, &limit) == 0 && limit.rlim_cur >= 5);
}

TEST(Process, runs_with_its_scheduling_class_and_priority) {
  if (!may_schedule_in_real_time()) GTEST_SKIP() << "needs the right to real-time scheduling";
  // Field 40 of stat is the real-time priority, 41 the class.
  auto program = shell("set -- $(cat /proc/self/stat); shift 39; echo $1 $2");
  program.scheduling = SchedulingClass::fifo;
  program.priority = 5;
  EXPECT_EQ(run(program).output, "5 1\n");
  program.priority = 100;
  EXPECT_EQ(failure_of(program), (StartError{StartStep::scheduling, EINVAL}));
}

TEST(Process, runs_with_its_nice_value) {
  auto program = shell("set -- $(cat /proc/self/stat); shift 18; echo $1");
  program.priority = 19;
  EXPECT_EQ(run(program).output, "19\n");
}

TEST(Process, has_the_stack_that_was_given) {
  auto program = shell("ulimit -s");
  program.stack_bytes = std::uint64_t{1} << 20;
  EXPECT_EQ(run(program).output, "1024\n");
  rlimit limit{};
  ::getrlimit(RLIMIT_STACK, &limit);
  EXPECT_NE(limit.rlim_cur, *program.stack_bytes) << "the starter keeps its own";
}

TEST(Process, that_cannot_be_started_names_the_step_and_the_cause) {
  EXPECT_EQ(failure_of({.file = "/nonexistent/program"}), (StartError{StartStep::execute, ENOENT}));
  EXPECT_EQ(failure_of({.file = "/etc/passwd"}), (StartError{StartStep::execute, EACCES}));
  EXPECT_EQ(failure_of({.file = "sh"}), (StartError{StartStep::execute, EINVAL}));
  auto program = shell("true");
  program.directory = "/nonexistent";
  EXPECT_EQ(failure_of(program), (StartError{StartStep::directory, ENOENT}));
  program.directory.clear();
  program.descriptors = {-1, 9999};
  EXPECT_EQ(failure_of(program), (StartError{StartStep::descriptors, EBADF}));
  EXPECT_EQ(describe(StartError{StartStep::execute, ENOENT}), "execute: No such file or directory");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "no process is left";
}

// Of x86-64 and ARM: the number of the call, and how the lower half of its first argument compares.
bool refuse(unsigned call, std::uint16_t comparison, unsigned value) {
  std::array<sock_filter, 6> rules = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
      {static_cast<std::uint16_t>(BPF_JMP | comparison | BPF_K), 0, 1, value},
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program{rules.size(), rules.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool ends_with_3(const Program& program) {
  auto process = start(program);
  if (!process) return false;
  const auto end = process->wait(Deadline::never());
  return end && **end == ProcessEnd{Kind::exited, 3};
}

TEST(Process, is_started_where_a_birth_gives_no_handle) {
  const auto child = ::fork();
  if (child == 0) {
    if (!refuse(SYS_clone, BPF_JSET, CLONE_PIDFD)) ::_exit(2);
    ::_exit(ends_with_3(shell("exit 3")) ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "no filter of calls can be set here";
  EXPECT_EQ(status, 0);
}

TEST(Process, is_started_where_no_process_can_adopt_orphans) {
  const auto child = ::fork();
  if (child == 0) {
    if (!refuse(SYS_prctl, BPF_JEQ, PR_SET_CHILD_SUBREAPER)) ::_exit(2);
    auto program = shell("exit 3");
    program.orphans = Orphans::to_the_program;
    ::_exit(adopt_orphans() && ends_with_3(program) ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "no filter of calls can be set here";
  EXPECT_EQ(status, 0);
}

class FileOfATest : public testing::Test {
 protected:
  void write(const std::string& text) {
    scratch.write("program", text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }
  ScratchFolder scratch;
  const std::string path = scratch.path() / "program";
};

TEST_F(FileOfATest, without_an_interpreter_is_not_given_to_a_shell) {
  write("echo no\n");
  EXPECT_EQ(failure_of({.file = path}), (StartError{StartStep::execute, ENOEXEC}));
  write("#!/bin/sh\necho $0\n");
  EXPECT_EQ(run({.file = path}).output, path + "\n");
}

TEST(Process, runs_an_open_file) {
  const UniqueFd file{::open("/bin/sh", O_PATH | O_CLOEXEC)};
  EXPECT_EQ(run({.file = "sh",
                 .open_file = file.get(),
                 .arguments = {"sh", "-c", "echo $0 $1", "a", "b"}})
                .output,
            "a b\n");
}

TEST(Process, is_killed_with_its_handle) {
  Pipe output;
  {
    auto program = shell("echo up; exec sleep 1000");
    program.descriptors = {-1, output.out.get()};
    const auto process = start(program);
    ASSERT_TRUE(process.has_value());
    std::array<char, 3> line{};
    ASSERT_EQ(::read(output.in.get(), line.data(), line.size()), 3);
  }
  EXPECT_EQ(output.read_all(), "") << "the last writer is gone";
}

TEST(Process, can_be_moved) {
  auto first = start(shell("exec sleep 1000"));
  auto second = start(shell("exec sleep 1000"));
  ASSERT_TRUE(first && second);
  const auto id = second->id();
  *first = std::move(*second);
  EXPECT_EQ(first->id(), id);
  EXPECT_TRUE(first->send(0).has_value());
}

TEST(Process, ends_at_sigterm_or_after_the_grace_at_sigkill) {
  auto polite = start(shell("exec sleep 1000"));
  ASSERT_TRUE(polite.has_value());
  EXPECT_EQ(polite->terminate(std::chrono::hours{1}), (ProcessEnd{Kind::killed, SIGTERM}));
  EXPECT_EQ(polite->terminate(std::chrono::hours{1}), (ProcessEnd{Kind::killed, SIGTERM}));
  EXPECT_EQ(polite->send(SIGTERM).error().code, ESRCH);

  Pipe output;
  auto program = shell("trap '' TERM; echo up; sleep 1000 & wait; wait");
  program.descriptors = {-1, output.out.get()};
  auto deaf = start(program);
  ASSERT_TRUE(deaf.has_value());
  std::array<char, 3> line{};
  ASSERT_EQ(::read(output.in.get(), line.data(), line.size()), 3);
  EXPECT_EQ(deaf->terminate(std::chrono::milliseconds{1}), (ProcessEnd{Kind::killed, SIGKILL}));
  ::kill(-deaf->id(), SIGKILL);  // what the script started
}

TEST(Process, runs_on_when_it_is_given_up) {
  auto process = start(shell("exec sleep 1000"));
  ASSERT_TRUE(process.has_value());
  const int id = process->id();
  EXPECT_EQ(process->release(), id);
  const auto handle = open_process(id);
  ASSERT_TRUE(handle.has_value());
  EXPECT_TRUE(send_signal_by_handle(handle->get(), SIGKILL).has_value());
  int status = 0;
  EXPECT_EQ(::waitpid(id, &status, 0), id);
  EXPECT_EQ(WTERMSIG(status), SIGKILL) << "and was not killed before";
  EXPECT_EQ(open_process(id).error().code, ESRCH);
  EXPECT_EQ(send_signal_by_handle(handle->get(), SIGKILL).error().code, ESRCH);
}

TEST(Process, that_runs_has_no_end_yet) {
  auto process = start(shell("exec sleep 1000"));
  ASSERT_TRUE(process.has_value());
  EXPECT_EQ(process->wait(Deadline::at(now())).value(), std::nullopt);
}

TEST(Process, of_a_thread_that_ends_receives_the_signal_that_was_asked_for) {
  std::optional<Process> process;
  std::thread{[&] {
    auto program = shell("exec sleep 1000");
    program.signal_at_starters_end = SIGUSR1;
    process.emplace(start(program).value());
  }}.join();
  EXPECT_EQ(process->wait(Deadline::never()).value(), (ProcessEnd{Kind::killed, SIGUSR1}));
}

TEST(Process, is_started_by_many_threads_at_once) {
  std::vector<std::jthread> threads;
  std::array<int, 8> right{};
  for (auto& count : right)
    threads.emplace_back([&count] {
      for (int i = 0; i < 25; ++i) count += run(shell("echo $$")).end == ProcessEnd{} ? 1 : 0;
    });
  threads.clear();
  for (const int count : right) EXPECT_EQ(count, 25);
}

}  // namespace
}  // namespace orbweaver::os
