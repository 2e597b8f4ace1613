// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/os/socket_io.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <future>
#include <sstream>
#include <thread>

namespace orbweaver::guard {
namespace {

using os::ProcessEnd;
using os::StartError;
using os::StartStep;
using Kind = ProcessEnd::Kind;

const ProcessEnd kKilled{Kind::killed, SIGKILL};

/// Ends when the last process that has the writing end is gone.
struct Pipe {
  Pipe() {
    std::array<int, 2> ends{-1, -1};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    in.reset(ends[0]);
    out.reset(ends[1]);
  }
  /// "" at the end.
  [[nodiscard]] std::string read_line() const {
    std::string line;
    for (char next = 0; ::read(in.get(), &next, 1) == 1 && next != '\n';) line += next;
    return line;
  }
  void wait_for_end() {
    out.reset();
    while (!read_line().empty()) {
    }
  }
  os::UniqueFd in, out;
};

os::Program shell(const std::string& script, const Pipe& output) {
  return {.file = "/bin/sh",
          .arguments = {"sh", "-c", script},
          .environment = {"PATH=/usr/bin:/bin"},
          .descriptors = {-1, output.out.get()}};
}

// A daemon as programs make them: of a session of its own, without a parent.
const std::string kWithADaemon =
    "(setsid sh -c 'sleep 1000 & echo daemon; exec sleep 1000' &); exec sleep 1000";

class AGuard : public testing::Test {
 protected:
  static std::unique_ptr<Guard> begin() {
    const auto program = program_beside_this();
    if (!program) return nullptr;
    return Guard::begin({.program = *program}).value();
  }
  Result<int, StartError> start(const std::string& script, OnEnd on_end = {}) const {
    return guard->start(shell(script, output), Deadline::never(), std::move(on_end));
  }

  Pipe output;
  std::unique_ptr<Guard> guard = begin();
};

TEST_F(AGuard, reports_the_end_of_a_program) {
  std::promise<ProcessEnd> end;
  const auto process = start("exit 3", [&](int, const ProcessEnd& known) { end.set_value(known); });
  ASSERT_TRUE(process.has_value()) << describe(process.error());
  EXPECT_EQ(end.get_future().get(), (ProcessEnd{Kind::exited, 3}));
  EXPECT_EQ(guard->wait(*process, Deadline::never()), std::nullopt) << "it does not run";
  EXPECT_EQ(guard->terminate(*process, {}), std::nullopt);
  EXPECT_FALSE(guard->send(*process, SIGTERM));
}

TEST_F(AGuard, reports_the_step_that_failed) {
  const auto failure = guard->start({.file = "/nonexistent"}, Deadline::never());
  EXPECT_EQ(failure.error(), (StartError{StartStep::execute, ENOENT}));
  EXPECT_EQ(
      guard->start({.file = "/bin/true", .directory = "/nonexistent"}, Deadline::never()).error(),
      (StartError{StartStep::directory, ENOENT}));
}

TEST_F(AGuard, refuses_what_does_not_fit_into_a_message) {
  const std::string huge(kMostProgramBytes, 'x');
  EXPECT_EQ(
      guard->start({.file = "/bin/true", .arguments = {huge}}, Deadline::never()).error().code,
      E2BIG);
  const std::vector<int> many(kMostDescriptors + 1, 0);
  EXPECT_EQ(
      guard->start({.file = "/bin/true", .descriptors = many}, Deadline::never()).error().code,
      EMFILE);
}

TEST_F(AGuard, passes_descriptors_and_open_files) {
  const os::UniqueFd file{::open("/bin/sh", O_PATH | O_CLOEXEC)};
  auto program = shell("echo $0; echo extra >&5; ls /proc/self/fd | tr '\\n' ' '; echo", output);
  Pipe extra;
  program.open_file = file.get();
  program.descriptors = {-1, output.out.get(), -1, -1, -1, extra.out.get()};
  ASSERT_TRUE(guard->start(program, Deadline::never()).has_value());
  EXPECT_EQ(output.read_line(), "sh");
  EXPECT_EQ(extra.read_line(), "extra");
  EXPECT_EQ(output.read_line(), "0 1 2 3 4 5 6 ") << "6 is the folder that ls reads";
}

TEST_F(AGuard, starts_programs_in_groups_of_their_own_and_in_its_session) {
  // Fields of stat behind the name: state, parent, group, session.
  const auto process = start(
      "read _ _ _ _ g s _ </proc/$$/stat; test $g = $$ && echo own; echo $s; exec sleep 1000");
  EXPECT_EQ(output.read_line(), "own");
  EXPECT_EQ(output.read_line(), std::to_string(::getsid(0)));
  guard->terminate(*process, std::chrono::hours{1});
}

TEST_F(AGuard, terminates_a_program) {
  const auto polite = start("exec sleep 1000");
  EXPECT_EQ(guard->terminate(*polite, std::chrono::hours{1}), (ProcessEnd{Kind::killed, SIGTERM}));
  const auto deaf = start("trap '' TERM; echo up; sleep 1000 & wait; wait");
  EXPECT_EQ(output.read_line(), "up");
  EXPECT_EQ(guard->terminate(*deaf, std::chrono::milliseconds{1}), kKilled);
  EXPECT_TRUE(guard->settle(Deadline::never()));
  output.wait_for_end();
}

TEST_F(AGuard, has_no_end_of_a_program_that_runs) {
  const auto process = start("exec sleep 1000");
  EXPECT_EQ(guard->wait(*process, Deadline::at(now())), std::nullopt);
  guard->send(*process, SIGKILL);
  // Either it is still known and ends, or it has ended already.
  EXPECT_EQ(guard->wait(*process, Deadline::never()).value_or(kKilled), kKilled);
}

TEST_F(AGuard, kills_what_a_program_leaves_behind) {
  const auto process = start(kWithADaemon);
  EXPECT_EQ(output.read_line(), "daemon");
  EXPECT_EQ(guard->terminate(*process, std::chrono::hours{1}), (ProcessEnd{Kind::killed, SIGTERM}));
  EXPECT_TRUE(guard->settle(Deadline::never()));
  output.wait_for_end();
}

TEST_F(AGuard, lets_what_another_program_started_run) {
  Pipe other;
  ASSERT_TRUE(
      guard
          ->start(shell("(setsid sh -c 'echo daemon; exec sleep 1000' &); exec sleep 1000", other),
                  Deadline::never())
          .has_value());
  EXPECT_EQ(other.read_line(), "daemon");
  const auto process = start(kWithADaemon);
  EXPECT_EQ(output.read_line(), "daemon");
  guard->terminate(*process, std::chrono::hours{1});
  EXPECT_TRUE(guard->settle(Deadline::never()));
  output.wait_for_end();
  const auto readable =
      os::wait_until_ready(other.in.get(), os::Readiness::readable, Deadline::at(now()));
  EXPECT_EQ(readable, false) << "that has no end yet";
}

TEST_F(AGuard, kills_everything_when_it_is_given_up) {
  ASSERT_TRUE(start(kWithADaemon).has_value());
  EXPECT_EQ(output.read_line(), "daemon");
  guard.reset();
  output.wait_for_end();
}

TEST_F(AGuard, kills_a_program_whose_start_came_too_late) {
  auto program = shell("echo never; exec sleep 1000", output);
  const auto late = guard->start(program, Deadline::at(now()));
  if (!late)
    EXPECT_EQ(late.error().code, ETIMEDOUT);
  else
    guard->terminate(*late, {});
  output.wait_for_end();
}

TEST_F(AGuard, serves_many_threads) {
  std::vector<std::jthread> threads;
  std::array<int, 8> right{};
  for (auto& count : right)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        std::promise<ProcessEnd> end;
        const auto process = start("exit 5", [&](int, const auto& known) { end.set_value(known); });
        if (process && end.get_future().get() == ProcessEnd{Kind::exited, 5}) ++count;
      }
    });
  threads.clear();
  for (const int count : right) EXPECT_EQ(count, 20);
}

int inner_of(int outer) {
  const auto id = std::to_string(outer);
  std::ifstream children{"/proc/" + id + "/task/" + id + "/children"};
  int inner = 0;
  children >> inner;
  return inner;
}

TEST_F(AGuard, that_dies_takes_everything_along) {
  for (const bool is_inner : {true, false}) {
    Pipe pipe;
    guard = begin();
    std::promise<ProcessEnd> end;
    ASSERT_TRUE(guard
                    ->start(shell(kWithADaemon, pipe), Deadline::never(),
                            [&](int, const auto& known) { end.set_value(known); })
                    .has_value());
    EXPECT_EQ(pipe.read_line(), "daemon");
    const int victim = is_inner ? inner_of(guard->process_id()) : guard->process_id();
    ASSERT_GT(victim, 1);
    ASSERT_EQ(::kill(victim, SIGKILL), 0);
    EXPECT_EQ(end.get_future().get(), kKilled);
    pipe.wait_for_end();
    EXPECT_TRUE(guard->is_lost());
    EXPECT_TRUE(guard->settle(Deadline::never()));
    EXPECT_EQ(guard->start({.file = "/bin/true"}, Deadline::never()).error().code, EPIPE);
  }
}

TEST_F(AGuard, outlives_signals_that_ask_for_an_orderly_end) {
  ASSERT_TRUE(start("true").has_value()) << "the inner guard is there now";
  ASSERT_GT(inner_of(guard->process_id()), 1);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    ::kill(guard->process_id(), signal);
    ::kill(inner_of(guard->process_id()), signal);
  }
  EXPECT_TRUE(start("true").has_value());
  EXPECT_FALSE(guard->is_lost());
}

TEST(GuardProgram, that_is_missing_is_reported) {
  const auto guard = Guard::begin({.program = "/nonexistent/orbweaver-guard"});
  EXPECT_EQ(guard.error(), (StartError{StartStep::execute, ENOENT}));
}

/// A process with a guard and a program, in which `more` runs, too. It never ends by itself.
int start_domain(const Pipe& output, void (*more)(const Pipe& output)) {
  const auto domain = ::fork();
  if (domain != 0) return domain;
  const auto guard = Guard::begin({.program = *program_beside_this()});
  const auto line = std::to_string((*guard)->process_id()) + "\n";
  (void)!::write(output.out.get(), line.data(), line.size());
  more(output);
  if (!(*guard)->start(shell(kWithADaemon, output), Deadline::never())) ::_exit(1);
  for (;;) ::pause();
}

void kill_domain(int domain) {
  ::kill(domain, SIGKILL);
  int status = 0;
  EXPECT_EQ(::waitpid(domain, &status, 0), domain);
  EXPECT_TRUE(WIFSIGNALED(status));
}

TEST(ADomain, that_is_killed_leaves_no_program_no_daemon_and_no_guard) {
  Pipe output;
  const int domain = start_domain(output, [](const Pipe&) {});
  const auto guard = os::open_process(std::stoi(output.read_line()));
  ASSERT_TRUE(guard.has_value());
  EXPECT_EQ(output.read_line(), "daemon");
  kill_domain(domain);
  output.wait_for_end();
  EXPECT_EQ(os::wait_until_ready(guard->get(), os::Readiness::readable, Deadline::never()), true);
}

TEST(ADomain, that_is_killed_leaves_nothing_even_if_another_process_has_its_socket) {
  Pipe output;
  const int domain = start_domain(output, [](const Pipe& pipe) {
    const auto child = ::fork();
    if (child == 0) {
      ::close(pipe.out.get());
      for (;;) ::pause();
    }
    const auto line = std::to_string(child) + "\n";
    (void)!::write(pipe.out.get(), line.data(), line.size());
  });
  (void)output.read_line();  // the guard's
  const int child = std::stoi(output.read_line());
  EXPECT_EQ(output.read_line(), "daemon");
  kill_domain(domain);
  output.wait_for_end();
  ::kill(child, SIGKILL);
}

}  // namespace
}  // namespace orbweaver::guard
