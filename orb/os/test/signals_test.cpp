// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/signals.hpp>

#include <orbweaver/os/await_readable.hpp>
#include <orbweaver/os/child_processes.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/pipe.hpp>
#include <orbweaver/os/this_library.hpp>
#include <orbweaver/os/this_process.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace orbweaver::os {
namespace {

/// In a process of its own: masks and signals for a process are the whole process's.
template <class Body>
void expect_in_child(Body body) {
  const auto child = start_copy([&] { return body() ? 0 : 1; });
  ASSERT_TRUE(child);
  const auto process = open_process(*child).value();
  (void)await_readable(std::array{process.get()});
  EXPECT_EQ(reap_one(), (std::pair{*child, ProcessEnd{ProcessEnd::Kind::exited, 0}}));
}

TEST(AwaitedSignals, are_taken_one_after_the_other_by_the_thread_that_waits) {
  expect_in_child([] {
    const AwaitedSignals signals{SIGTERM, SIGUSR1};
    signals.send_to_owner(SIGUSR1);
    const bool is_first = signals.wait(Deadline::never()) == SIGUSR1;
    return is_first && send_signal(process_id(), SIGTERM) &&
           signals.wait(Deadline::after(std::chrono::hours{1})) == SIGTERM;
  });
}

TEST(AwaitedSignals, are_taken_by_another_thread) {
  expect_in_child([] {
    const AwaitedSignals signals{SIGUSR1};
    int came = 0;
    Thread thread{[&] { came = signals.wait(Deadline::never()); }};
    AwaitedSignals::send_to(thread, SIGUSR1);
    thread.join();
    return came == SIGUSR1;
  });
}

TEST(AwaitedSignals, do_not_come_when_the_deadline_has_passed) {
  expect_in_child([] {
    const AwaitedSignals signals{SIGTERM};
    return signals.wait(Deadline::at(now())) == 0;
  });
}

TEST(WatchedSignals, make_a_descriptor_readable) {
  expect_in_child([] {
    block_all_signals();
    const auto descriptor = watch_signals({SIGUSR1}).value();
    const auto pipe = make_pipe().value();
    if (!send_signal(process_id(), SIGUSR1)) return false;
    const auto ready = await_readable(std::array{pipe.reading.get(), descriptor.get()});
    return !ready[0] && ready[1] && take_signal(descriptor.get()) == SIGUSR1;
  });
}

TEST(ASignal, for_no_process_is_an_error) {
  expect_in_child([] {
    const auto child = start_copy([] { return 0; });
    if (!child) return false;
    await_child(*child);
    return send_signal(*child, SIGTERM).error().code == ESRCH &&
           send_signal_to_group(*child, SIGTERM).error().code == ESRCH;
  });
}

TEST(ACopyOfAProcess, runs_and_ends_with_what_it_returns) {
  const int parent = process_id();
  const auto child = start_copy([parent] { return parent_process_id() == parent ? 7 : 1; });
  ASSERT_TRUE(child);
  const auto process = open_process(*child).value();
  (void)await_readable(std::array{process.get()});
  EXPECT_EQ(reap_one(), (std::pair{*child, ProcessEnd{ProcessEnd::Kind::exited, 7}}));
}

TEST(ACopyOfAProcess, gets_a_signal_when_its_parent_ends) {
  expect_in_child([] {
    if (!adopt_orphans()) return false;
    const auto pipe = make_pipe().value();
    const auto parent = start_copy([&pipe]() -> int {
      const auto child = start_copy([&pipe] {
        block_all_signals();
        const auto signals = watch_signals({SIGUSR1}).value();
        ask_for_signal_at_parents_end(SIGUSR1);
        (void)write_all(pipe.writing.get(), as_bytes("x"));
        return take_signal(signals.get()) == SIGUSR1 ? 0 : 1;
      });
      (void)await_readable(std::array{pipe.reading.get()});
      exit_at_once(child ? 0 : 1);
    });
    if (!parent) return false;
    await_child(*parent);
    const auto orphan = children_of_this_process();
    if (orphan.size() != 1) return false;
    const auto handle = open_process(orphan.front()).value();
    (void)await_readable(std::array{handle.get()});
    return reap_one() == std::pair{orphan.front(), ProcessEnd{ProcessEnd::Kind::exited, 0}};
  });
}

TEST(AProgramBesideThisOne, is_found_by_its_name) {
  EXPECT_TRUE(program_beside_this("os_test"));
  EXPECT_FALSE(program_beside_this("no such program"));
}

TEST(AProgramOfStaticLibraries, needs_no_folder_of_a_shared_one) {
  EXPECT_EQ(folder_of_this_library(), std::nullopt);
}

}  // namespace
}  // namespace orbweaver::os
