// SPDX-License-Identifier: Apache-2.0
// The product's guard on simulated processes: whichever process is killed, and whenever, nothing is
// left.
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/guard/guard_process.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/program.hpp>

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "runs.hpp"

namespace orbweaver::sim {
namespace {

constexpr const char* kGuard = "/bin/orbweaver-guard";

int run_guard(int /*argc*/, char** argv) {
  return guard::run_guard(std::atoi(argv[1]), std::atoi(argv[2]));
}

int sleep_for_ever(int /*argc*/, char** /*argv*/) {
  sleep_until(kNever - 1);
  return 0;
}

// A daemon and its parent: both sleep.
int start_a_daemon(int argc, char** argv) {
  auto daemon = os::start({.file = "/bin/sleep"});
  if (daemon) (void)daemon->release();
  return sleep_for_ever(argc, argv);
}

void install() {
  const auto put = [](const std::string& name, Main main) {
    register_program(name, main);
    disk_here().write("/bin/" + name, text_of_program(name), 0755);
  };
  put("orbweaver-guard", run_guard);
  put("sleep", sleep_for_ever);
  put("daemon", start_a_daemon);
}

/// Starts two programs below a guard, and waits for their ends.
void serve(Notes<int>& ends) {
  open_standard_streams();
  const auto guard = guard::Guard::begin({.program = kGuard});
  if (!guard) return;
  std::vector<int> started;
  for (int i = 0; i < 2; ++i) {
    const auto process = (*guard)->start({.file = "/bin/daemon"}, Deadline::never());
    if (process) started.push_back(*process);
  }
  for (const int number : started)
    if (const auto end = (*guard)->wait(number, Deadline::never())) ends.add(end->value);
}

TEST(AGuard, EndsProgramsInOrder) {
  Notes<int> ends;
  Notes<std::size_t> left;
  const auto outcome = run_calm([&] {
    install();
    auto& served = *start_process({.name = "served"}, [&] {
      open_standard_streams();
      const auto guard = guard::Guard::begin({.program = kGuard});
      const auto process = (*guard)->start({.file = "/bin/daemon"}, Deadline::never());
      sleep_until(virtual_now() + kSecond);
      left.add(running_programs().size());
      ends.add((*guard)->terminate(*process, std::chrono::seconds{1})->value);
      (void)(*guard)->settle(Deadline::never());
      left.add(running_programs().size());
    });
    await_end(served);
    left.add(running_programs().size());
    left.add(files_at_end(served));
  });
  EXPECT_EQ(broken_law(outcome), "") << report_of(outcome);
  EXPECT_EQ(ends.values(), std::vector{SIGTERM});
  // Two processes of the guard, the program, and its daemon.
  EXPECT_EQ(left.values(), (std::vector<std::size_t>{4, 2, 0, 0}));
}

TEST(AGuard, LeavesNothingWhicheverProcessIsKilledAtAnyMoment) {
  std::size_t killed_in_all = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Notes<int> ends;
    auto settings = by_chance(seed, 3, {Kind::next_thread, Kind::preempt});
    settings.rates[static_cast<std::size_t>(Kind::workload)] = 1;
    const auto outcome = simulate(settings, [&] {
      install();
      auto& served = *start_process({.name = "served"}, [&] { serve(ends); });
      sleep_until(virtual_now() + choices().pick(Kind::workload, 3000) * kMicrosecond);
      auto candidates = running_programs();
      candidates.push_back(&served);
      auto* const victim =
          candidates[choices().pick(Kind::workload, static_cast<std::uint32_t>(candidates.size()))];
      if (!has_ended(served)) ++killed_in_all;
      send_signal(*victim, SIGKILL);
      // What was not hit goes on: the served process is ended, too.
      sleep_until(virtual_now() + kSecond);
      kill(served);
      sleep_until(virtual_now() + kSecond);
      if (!running_programs().empty()) fail("leftovers", name_of(*running_programs().front()));
    });
    ASSERT_EQ(broken_law(outcome), "") << seed << ": " << report_of(outcome);
  }
  EXPECT_GT(killed_in_all, 250U);
}

}  // namespace
}  // namespace orbweaver::sim
