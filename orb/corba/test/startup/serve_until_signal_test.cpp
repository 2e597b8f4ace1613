// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/serve_until_signal.hpp>

#include <orbweaver/os/signals.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <future>
#include <stdexcept>

namespace orbweaver {
namespace {

// Each in a process of its own: masks and signals are the whole process's.

void send_to_this_process(int signal) { ASSERT_TRUE(os::send_signal(::getpid(), signal)); }

[[noreturn]] void never_end() {
  std::promise<void> never;
  never.get_future().wait();
  std::abort();
}

[[noreturn]] void serve_and_exit(const std::function<int(const WaitForSignal& wait)>& serve) {
  std::_Exit(serve_until_signal("radio", serve));
}

class ServeUntilSignal : public testing::TestWithParam<int> {};

TEST_P(ServeUntilSignal, returns_what_the_program_returns_after_the_signal) {
  EXPECT_EXIT(serve_and_exit([](const WaitForSignal& wait) {
                send_to_this_process(GetParam());
                wait();
                return 7;
              }),
              testing::ExitedWithCode(7), "^$");
}

TEST_P(ServeUntilSignal, ends_at_once_at_one_more) {
  EXPECT_EXIT(serve_and_exit([](const WaitForSignal& wait) {
                send_to_this_process(SIGTERM);
                wait();
                send_to_this_process(GetParam());
                never_end();
                return 7;
              }),
              testing::ExitedWithCode(1), "^radio: ended at once, as a second signal came\n$");
}

INSTANTIATE_TEST_SUITE_P(Each, ServeUntilSignal, testing::Values(SIGINT, SIGTERM));

TEST(ServeUntilSignalOnce, a_program_that_ends_by_itself_needs_no_signal) {
  EXPECT_EXIT(serve_and_exit([](const WaitForSignal& /*wait*/) { return 3; }),
              testing::ExitedWithCode(3), "^$");
}

TEST(ServeUntilSignalOnce, a_second_wait_returns_at_once) {
  EXPECT_EXIT(serve_and_exit([](const WaitForSignal& wait) {
                send_to_this_process(SIGTERM);
                wait();
                wait();
                return 0;
              }),
              testing::ExitedWithCode(0), "^$");
}

TEST(ServeUntilSignalOnce, what_the_program_throws_is_the_callers) {
  const auto serve = [] {
    try {
      (void)serve_until_signal("radio", [](const WaitForSignal& /*wait*/) -> int {
        throw std::runtime_error{"no radio"};
      });
    } catch (const std::runtime_error&) {
      std::_Exit(5);
    }
  };
  EXPECT_EXIT(serve(), testing::ExitedWithCode(5), "^$");
}

}  // namespace
}  // namespace orbweaver
