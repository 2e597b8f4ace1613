// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/program_runner.hpp>

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <future>
#include <mutex>

#include "scratch_folder.hpp"

namespace orbweaver::device {
namespace {

using Kind = os::ProcessEnd::Kind;

/// Lines of all programs, in order.
class LineQueue {
 public:
  OnLine on_line() {
    return [this](const std::string& name, Stream, std::string_view line) {
      const std::scoped_lock lock{mutex_};
      lines_.push_back(name + ": " + std::string{line});
      changed_.notify_all();
    };
  }
  std::string next() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return !lines_.empty(); });
    auto line = std::move(lines_.front());
    lines_.pop_front();
    return line;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
};

class ARunner : public testing::Test {
 protected:
  RunnerOptions options() {
    return {.guard_program = guard::program_beside_this().value_or(""),
            .environment = {"PATH=/usr/bin:/bin", "COLOUR=red"},
            .on_line = lines.on_line()};
  }
  Launch launch(const std::string& script) const {
    scratch.write_program("program", script);
    return {.name = "demod",
            .path = (scratch.path() / "program").string(),
            .directory = scratch.path()};
  }
  Result<int, os::StartError> start(const Launch& wanted) {
    return runner.start(wanted, [this](int, const os::ProcessEnd& end) { ended.set_value(end); });
  }

  LineQueue lines;
  ScratchFolder scratch;
  std::promise<os::ProcessEnd> ended;
  ProgramRunner runner{options()};
};

TEST_F(ARunner, starts_a_program_with_pairs_of_arguments_in_a_clean_environment) {
  auto wanted = launch(R"(pwd; echo "$@"; env | grep -v -e ^PWD= -e ^SHLVL= -e ^_= | sort)");
  wanted.parameters = {{"NAME_BINDING", "demod_1"}, {"rate", "48 000"}};
  wanted.library_folders = {"/a", "/b"};
  ASSERT_TRUE(start(wanted).has_value());
  EXPECT_EQ(lines.next(), "demod: " + scratch.path().string());
  EXPECT_EQ(lines.next(), "demod: NAME_BINDING demod_1 rate 48 000");
  EXPECT_EQ(lines.next(), "demod: COLOUR=red");
  EXPECT_EQ(lines.next(), "demod: LD_LIBRARY_PATH=/a:/b");
  EXPECT_EQ(lines.next(), "demod: PATH=/usr/bin:/bin");
  EXPECT_EQ(ended.get_future().get(), (os::ProcessEnd{Kind::exited, 0}));
}

TEST_F(ARunner, reports_why_a_program_cannot_start) {
  scratch.write("data", "no program");
  const auto started = start({.name = "x", .path = (scratch.path() / "data").string()});
  EXPECT_EQ(started.error(), (os::StartError{os::StartStep::execute, EACCES}));
}

TEST_F(ARunner, terminates_programs) {
  const auto process = start(launch("echo up; exec sleep 1000"));
  EXPECT_EQ(lines.next(), "demod: up");
  EXPECT_EQ(runner.terminate(*process, std::chrono::hours{1}),
            (os::ProcessEnd{Kind::killed, SIGTERM}));
  EXPECT_EQ(runner.terminate(*process, {}), std::nullopt);
  EXPECT_EQ(ended.get_future().get(), (os::ProcessEnd{Kind::killed, SIGTERM}));
}

TEST_F(ARunner, terminates_all_programs_at_once) {
  std::promise<void> first, second;
  const auto wanted = launch("echo up; exec sleep 1000");
  ASSERT_TRUE(runner.start(wanted, [&](int, const auto&) { first.set_value(); }).has_value());
  ASSERT_TRUE(runner.start(wanted, [&](int, const auto&) { second.set_value(); }).has_value());
  runner.terminate_all(std::chrono::hours{1});
  first.get_future().get();
  second.get_future().get();
}

TEST_F(ARunner, begins_a_new_guard_after_one_died) {
  const auto process = start(launch("echo $PPID; exec sleep 1000"));
  ASSERT_TRUE(process.has_value());
  const auto line = lines.next();
  ASSERT_EQ(::kill(std::stoi(line.substr(line.find(' '))), SIGKILL), 0) << "the inner guard";
  EXPECT_EQ(ended.get_future().get(), (os::ProcessEnd{Kind::killed, SIGKILL}));
  ended = {};
  ASSERT_TRUE(start(launch("echo again")).has_value());
  EXPECT_EQ(lines.next(), "demod: again");
  EXPECT_EQ(ended.get_future().get(), (os::ProcessEnd{Kind::exited, 0}));
}

TEST_F(ARunner, without_a_guard_starts_nothing) {
  ProgramRunner other{
      {.guard_program = "/nonexistent/orbweaver-guard", .on_line = lines.on_line()}};
  EXPECT_EQ(other.start(launch("echo up"), {}).error(),
            (os::StartError{os::StartStep::execute, ENOENT}));
  EXPECT_EQ(other.terminate(1, {}), std::nullopt);
}

/// In a process of its own, as a right that is given up does not come back.
int status_without_the_right_to_real_time(bool (*body)(const Launch& wanted)) {
  ScratchFolder scratch;
  scratch.write_program("program", "exit 5");
  const Launch wanted{.name = "demod",
                      .path = (scratch.path() / "program").string(),
                      .directory = scratch.path(),
                      .options = {.scheduling = os::SchedulingClass::rr, .priority = 10}};
  const auto child = ::fork();
  if (child == 0) {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_RTPRIO, &none);
    ::prctl(PR_CAPBSET_DROP, CAP_SYS_NICE);  // root's programs have what this set allows
    ::_exit(body(wanted) ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

bool is_refused(const Launch& wanted) {
  ProgramRunner runner{{.guard_program = *guard::program_beside_this()}};
  const auto started = runner.start(wanted, {});
  return !started && started.error() == os::StartError{os::StartStep::scheduling, EPERM};
}

TEST(AProgramWithoutTheRightToItsPriority, is_refused) {
  EXPECT_EQ(status_without_the_right_to_real_time(is_refused), 0);
}

}  // namespace
}  // namespace orbweaver::device
