// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/given_way.hpp>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <thread>

namespace orbweaver::os {
namespace {

void run_on_one_processor() {
  cpu_set_t usable, one;
  ASSERT_EQ(::pthread_getaffinity_np(::pthread_self(), sizeof usable, &usable), 0);
  std::size_t cpu = 0;
  while (!CPU_ISSET(cpu, &usable)) ++cpu;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  ASSERT_EQ(::pthread_setaffinity_np(::pthread_self(), sizeof one, &one), 0);
}

TEST(GivenWay, is_noticed_where_another_thread_wants_the_processor) {
  std::atomic<bool> is_over = false;
  std::thread caller{[&] {
    run_on_one_processor();
    std::thread other{[&] {  // on the same processor
      while (!is_over) std::this_thread::yield();
    }};
    while (!has_given_way()) std::this_thread::yield();
    is_over = true;
    other.join();
  }};
  caller.join();
}

// The system may preempt the thread at any time, but not every time.
TEST(GivenWay, is_said_once) {
  std::thread caller{[] {
    do (void)has_given_way();
    while (has_given_way());
  }};
  caller.join();
}

}  // namespace
}  // namespace orbweaver::os
