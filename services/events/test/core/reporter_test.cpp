// SPDX-License-Identifier: Apache-2.0
#include "core/reporter.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

namespace {

using namespace orbweaver::events;

TEST(AReporter, waits_for_reports_that_were_begun_and_makes_no_more) {
  std::atomic<int> begun{0}, ended{0};
  std::latch started(1), go(1);
  Reporter reporter([&](const Disconnection&) {
    ++begun;
    started.count_down();
    go.wait();
    ++ended;
  });
  std::jthread reports([&] { reporter.report({}); });
  started.wait();
  std::jthread opens([&] { go.count_down(); });
  reporter.close();
  EXPECT_EQ(ended.load(), 1);
  reporter.report({});
  EXPECT_EQ(begun.load(), 1);
}

TEST(AReporter, needs_no_listener) {
  Reporter reporter({});
  reporter.report({});
  reporter.close();
}

}  // namespace
