// SPDX-License-Identifier: Apache-2.0
// Programs that simulated processes start, their ends, and signals between them.
#include <orbweaver/os/await_readable.hpp>
#include <orbweaver/os/child_processes.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/pipe.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/os/this_process.hpp>
#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/program.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include "runs.hpp"

namespace orbweaver::sim {
namespace {

using os::ProcessEnd;
using Kind = ProcessEnd::Kind;

// Ends with its first argument as the status, prints its second one.
int echo(int argc, char** argv) {
  const std::string text = argc > 2 ? argv[2] : "";
  (void)os::write_all(os::kStandardOutput, as_bytes(text));
  return std::atoi(argv[1]);
}

int wait_for_a_signal(int /*argc*/, char** /*argv*/) {
  const os::AwaitedSignals signals{SIGTERM};
  return signals.wait(Deadline::never());
}

int sleep_for_ever(int /*argc*/, char** /*argv*/) {
  sleep_until(kNever - 1);
  return 0;
}

// Starts one that sleeps, in a group of its own, and ends.
int leave_a_child(int /*argc*/, char** /*argv*/) {
  auto child = os::start({.file = "/bin/sleep"});
  if (child) (void)child->release();
  return 0;
}

void install() {
  const auto put = [](const std::string& name, Main main) {
    register_program(name, main);
    disk_here().write("/bin/" + name, text_of_program(name), 0755);
  };
  put("echo", echo);
  put("wait", wait_for_a_signal);
  put("sleep", sleep_for_ever);
  put("leave", leave_a_child);
}

/// In a process with installed programs.
Outcome run_programs(const std::function<void()>& body, std::vector<Decision> decisions = {}) {
  return run_with(std::move(decisions), [&] {
    install();
    body();
  });
}

TEST(Programs, EndWithAStatusAndPrintIntoAPipe) {
  Notes<bool> holds;
  const auto outcome = run_programs([&] {
    auto pipe = os::make_pipe();
    auto process = os::start({.file = "/bin/echo",
                              .arguments = {"echo", "7", "text"},
                              .descriptors = {-1, pipe->writing.get()}});
    pipe->writing.reset();
    holds.add(process->wait(Deadline::never()) == ProcessEnd{Kind::exited, 7});
    std::array<std::byte, 10> space{};
    holds.add(os::read_some(pipe->reading.get(), space) == 4U);
    holds.add(as_text(Bytes{space}.first(4)) == "text");
    holds.add(os::read_some(pipe->reading.get(), space) == 0U);
  });
  EXPECT_EQ(broken_law(outcome), "") << report_of(outcome);
  EXPECT_EQ(holds.values(), std::vector<bool>(4, true));
}

TEST(Programs, ThatAreNotThereOrNoProgramsDoNotStart) {
  Notes<int> codes;
  (void)run_programs([&] {
    disk_here().write("/bin/text", "text", 0755);
    disk_here().write("/bin/data", text_of_program("echo"), 0644);
    for (const auto* file : {"/bin/none", "/bin/text", "/bin/data", "/bin"})
      codes.add(os::start({.file = file}).error().code);
  });
  EXPECT_EQ(codes.values(), (std::vector{ENOENT, ENOEXEC, EACCES, EACCES}));
}

TEST(Programs, DoNotStartOrEndAtOnceByChoice) {
  Notes<ProcessEnd> ends;
  Notes<int> codes;
  (void)run_programs(
      [&] {
        codes.add(os::start({.file = "/bin/echo"}).error().code);
        for (int i = 0; i < 2; ++i) {
          auto process = os::start({.file = "/bin/echo", .arguments = {"echo", "0"}});
          ends.add(**process->wait(Deadline::never()));
        }
      },
      {{sim::Kind::start_fails, 1, 1},
       {sim::Kind::ends_at_once, 1, 1},
       {sim::Kind::ends_at_once, 2, 2}});
  EXPECT_EQ(codes.values(), std::vector{EAGAIN});
  EXPECT_EQ(ends.values(),
            (std::vector{ProcessEnd{Kind::exited, 1}, ProcessEnd{Kind::killed, SIGSEGV}}));
}

TEST(Programs, TakeASignalOrEndByIt) {
  Notes<ProcessEnd> ends;
  const auto outcome = run_programs([&] {
    for (const auto* file : {"/bin/wait", "/bin/sleep"}) {
      auto process = os::start({.file = file});
      sleep_until(virtual_now() + kMillisecond);
      (void)process->send(SIGTERM);
      ends.add(**process->wait(Deadline::never()));
    }
  });
  EXPECT_EQ(broken_law(outcome), "") << report_of(outcome);
  EXPECT_EQ(ends.values(),
            (std::vector{ProcessEnd{Kind::exited, SIGTERM}, ProcessEnd{Kind::killed, SIGTERM}}));
}

TEST(Programs, WhoseOutputIsNotReadAnyMoreEnd) {
  Notes<ProcessEnd> ends;
  (void)run_programs([&] {
    auto pipe = os::make_pipe();
    pipe->reading.reset();
    auto process = os::start({.file = "/bin/echo",
                              .arguments = {"echo", "0", "text"},
                              .descriptors = {-1, pipe->writing.get()}});
    ends.add(**process->wait(Deadline::never()));
  });
  EXPECT_EQ(ends.values(), (std::vector{ProcessEnd{Kind::killed, SIGPIPE}}));
}

TEST(Programs, AreKilledBetweenAnyTwoSteps) {
  Notes<bool> is_killed;
  for (Time moment = 0; moment < 2 * kMillisecond; moment += 50 * kMicrosecond)
    (void)run_programs([&] {
      const auto begun = virtual_now();
      auto* const killer = start_thread([&] {
        sleep_until(begun + moment);
        for (auto* const running_program : running_programs())
          send_signal(*running_program, SIGKILL);
      });
      auto started = os::start({.file = "/bin/leave"});
      const auto end = **started->wait(Deadline::never());
      join(*killer);
      is_killed.add(end.kind == Kind::killed);
    });
  EXPECT_TRUE(std::ranges::count(is_killed.values(), true) > 0);
  EXPECT_TRUE(std::ranges::count(is_killed.values(), false) > 0);
}

TEST(Orphans, GoToTheNearestProcessThatAdopts) {
  Notes<std::size_t> children;
  (void)run_programs([&] {
    (void)os::start({.file = "/bin/leave"})->wait(Deadline::never());
    children.add(os::children_of_this_process().size());
    (void)os::adopt_orphans();
    (void)os::start({.file = "/bin/leave"})->wait(Deadline::never());
    children.add(os::children_of_this_process().size());
    os::kill_all_children();
    children.add(os::children_of_this_process().size());
  });
  EXPECT_EQ(children.values(), (std::vector<std::size_t>{0, 1, 0}));
}

TEST(Groups, GetASignalTogether) {
  Notes<bool> holds;
  (void)run_programs([&] {
    auto process = os::start({.file = "/bin/sleep"});
    holds.add(os::send_signal_to_group(process->id(), SIGKILL).has_value());
    (void)process->wait(Deadline::never());
    holds.add(os::send_signal_to_group(process->id(), SIGKILL).error().code == ESRCH);
  });
  EXPECT_EQ(holds.values(), (std::vector{true, true}));
}

TEST(Copies, GetASignalWhenTheirParentEndsAndItsEndIsASignalToo) {
  Notes<int> signals;
  const auto outcome = run_programs([&] {
    os::block_all_signals();
    const auto came = os::watch_signals({SIGCHLD});
    (void)os::adopt_orphans();
    const auto parent = os::start_copy([&signals] {
      (void)os::start_copy([&signals] {
        const auto ends = os::watch_signals({SIGUSR1});
        os::ask_for_signal_at_parents_end(SIGUSR1);
        (void)os::await_readable(std::array{ends->get()});
        signals.add(os::take_signal(ends->get()));
        return 0;
      });
      sleep_until(virtual_now() + kSecond);
      os::exit_at_once(0);
      return 0;
    });
    os::await_child(*parent);
    signals.add(os::take_signal(came->get()));
    for (const int orphan : os::children_of_this_process()) os::await_child(orphan);
  });
  EXPECT_EQ(broken_law(outcome), "") << report_of(outcome);
  auto all = signals.values();
  std::ranges::sort(all);
  EXPECT_EQ(all, (std::vector{SIGUSR1, SIGCHLD}));
}

}  // namespace
}  // namespace orbweaver::sim
