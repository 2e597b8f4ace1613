// SPDX-License-Identifier: Apache-2.0
// Calls of a component that does not answer: they end with its process or at the step's timeout,
// and no thread stays in them.
#include <csignal>
#include <thread>

#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

constexpr auto kSoon = std::chrono::milliseconds{50};

std::ptrdiff_t threads_of_this_process() {
  const std::filesystem::directory_iterator all{"/proc/self/task"};
  return std::distance(begin(all), end(all));
}

TEST_F(ADomain, ends_a_call_with_the_process_of_the_component_that_hangs_in_it) {
  begin();  // a step has a minute
  const auto radio = install(sad(given("behave", "hang at start")))->create("radio", {}, {});
  const auto processes = radio->componentProcessIds();
  ASSERT_EQ(processes.front().componentId(), "rx:radio");
  std::string error;
  {
    const std::jthread starter{[&] {
      try {
        radio->start();
      } catch (const CF::Resource::StartError& failed) {
        error = failed.msg();
      }
    }};
    lines.await(R"(rx: {"event":"hang"})");
    ASSERT_EQ(::kill(static_cast<int>(processes.front().processId()), SIGKILL), 0);
  }
  EXPECT_NE(error.find("killed by SIGKILL"), std::string::npos) << error;
  torn_down.await("radio 0");
  EXPECT_EQ(what_is_left(), "");
}

TEST_F(ADomain, releases_applications_that_hang_side_by_side) {
  begin();  // a step has a minute
  const auto factory = install(sad(given("behave", "hang at stop")));
  std::vector<int> processes;
  for (const auto* name : {"one", "two", "three"}) {
    const auto radio = factory->create(name, {}, {});
    radio->start();
    processes.push_back(static_cast<int>(radio->componentProcessIds().front().processId()));
  }
  deploy::Failures failures;
  {
    const std::jthread releaser{[&] { failures = domain->release_all(); }};
    lines.await(R"(rx: {"event":"hang"})", 3);
    for (const int process : processes) ASSERT_EQ(::kill(process, SIGKILL), 0);
  }
  EXPECT_EQ(failures.size(), 0U) << "none waited until another was through";
  EXPECT_EQ(what_is_left(), "");
}

TEST_F(ADomain, keeps_no_thread_in_calls_that_are_not_answered) {
  auto with = options();
  with.grace = std::chrono::milliseconds{10};
  with.deployment.timeouts.set(deploy::Step::initialise, kSoon);
  begin(std::move(with));
  const auto factory = install(sad(given("behave", "hang at initialize")));
  const auto fail_once = [&] { EXPECT_NE(error_of_create(factory), ""); };
  fail_once();
  const auto threads = threads_of_this_process();
  constexpr int kTimes = 16;  // more than the threads that the ORBs start and end as they need them
  for (int i = 0; i < kTimes; ++i) fail_once();
  while (threads_of_this_process() >= threads + kTimes) std::this_thread::yield();
  EXPECT_EQ(what_is_left(), "");
}

}  // namespace
}  // namespace orbweaver::domain::test
