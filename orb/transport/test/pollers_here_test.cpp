// SPDX-License-Identifier: Apache-2.0
#include "shm/pollers_here.hpp"

#include <pthread.h>
#include <sched.h>

#include <gtest/gtest.h>

#include <latch>
#include <thread>

namespace orbweaver::transport::shm {
namespace {

/// So that no thread moves between two looks.
void stay_on(unsigned processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  ASSERT_EQ(::pthread_setaffinity_np(::pthread_self(), sizeof set, &set), 0);
}

void see_others_come_and_go() {
  const auto here = os::current_cpu();
  stay_on(here);
  const PollersHere one;
  EXPECT_FALSE(one.are_others());
  std::latch polls{1}, was_seen{1};
  std::jthread other{[&] {
    stay_on(here);
    const PollersHere another;
    EXPECT_TRUE(another.are_others());
    polls.count_down();
    was_seen.wait();
  }};
  polls.wait();
  EXPECT_TRUE(one.are_others());
  was_seen.count_down();
  other.join();
  EXPECT_FALSE(one.are_others());
}

TEST(PollersHere, see_others_for_as_long_as_these_poll) {
  const std::jthread bound_to_a_processor{see_others_come_and_go};
}

}  // namespace
}  // namespace orbweaver::transport::shm
