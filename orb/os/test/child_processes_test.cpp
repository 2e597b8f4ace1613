// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/child_processes.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <functional>
#include <string>

namespace orbweaver::os {
namespace {

/// Runs `body` in a process of its own, as orphans are adopted by whole processes.
int status_of(const std::function<bool()>& body) {
  const auto child = ::fork();
  if (child == 0) ::_exit(body() ? 0 : 1);
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Program shell(const std::string& script) {
  return {.file = "/bin/sh", .arguments = {"sh", "-c", script}};
}

TEST(ChildProcesses, are_listed_in_both_ways) {
  EXPECT_EQ(status_of([] {
              const auto process = start(shell("exec sleep 1000"));
              const std::vector<int> expected{process->id()};
              return children_of_this_thread() == expected &&
                     children_of_this_process() == expected;
            }),
            0);
  EXPECT_EQ(children_of_this_process(), std::vector<int>{});
}

TEST(ChildProcesses, are_reaped_with_their_ends) {
  EXPECT_EQ(status_of([] {
              if (reap_one()) return false;
              const auto child = ::fork();
              if (child == 0) ::_exit(7);
              siginfo_t info{};
              ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
              return reap_one() == std::pair{child, ProcessEnd{ProcessEnd::Kind::exited, 7}} &&
                     !reap_one();
            }),
            0);
}

// Every process below holds the pipe's other end: it ends when the last of them is gone.
bool all_end(const std::string& script) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0 || !adopt_orphans()) return false;
  auto program = shell(script);
  program.descriptors = {-1, ends[1]};
  auto process = start(program);
  ::close(ends[1]);
  std::array<char, 1> ready{};
  if (!process || ::read(ends[0], ready.data(), 1) != 1) return false;
  kill_all_children();
  while (::read(ends[0], ready.data(), 1) > 0) {
  }
  return children_of_this_process().empty();
}

TEST(ChildProcesses, are_killed_with_all_that_they_started) {
  EXPECT_EQ(status_of([] { return all_end("sleep 1000 & (sleep 1000 & echo x; sleep 1000)"); }), 0);
}

TEST(ChildProcesses, are_killed_even_as_daemons) {
  EXPECT_EQ(
      status_of([] { return all_end("(setsid sh -c 'sleep 1000 & echo x; exec sleep 1000' &)"); }),
      0);
}

TEST(ChildProcesses, are_killed_even_while_they_flee_from_child_to_child) {
  EXPECT_EQ(status_of([] { return all_end("f() { f & }; echo x; f; f"); }), 0);
}

}  // namespace
}  // namespace orbweaver::os
