// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/dispatch/alarm.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>

#include "jobs.hpp"

namespace orbweaver::dispatch {
namespace {

using namespace std::chrono_literals;

/// An alarm's target that counts.
class Bell final : public Alarm::Target {
 public:
  explicit Bell(std::function<void()> also = [] {}) : also_(std::move(also)) {}
  void ring() noexcept override {
    also_();
    rings.add();
  }
  Tally rings;

 private:
  std::function<void()> also_;
};

/// Its parameter is how long the thread lingers: not at all, or longer than a test lasts.
class AnAlarm : public testing::TestWithParam<Nanoseconds> {
 protected:
  Alarm alarm{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Lingers, AnAlarm, testing::Values(0ns, 1h),
                         [](const auto& given) { return given.param == 0ns ? "never" : "long"; });

TEST_P(AnAlarm, rings_each_time_that_was_set_and_again_after_it_had_nothing_to_do) {
  const auto bell = std::make_shared<Bell>();
  for (int round = 1; round <= 20; ++round) {
    EXPECT_TRUE(alarm.set(now() + 1ms, bell));
    EXPECT_TRUE(alarm.set(now(), bell));
    bell->rings.wait_for(2 * round);
  }
}

TEST_P(AnAlarm, rings_once_it_has_begun_however_often) {
  alarm.begin();
  alarm.begin();
  const auto bell = std::make_shared<Bell>();
  EXPECT_TRUE(alarm.set(now() + 1ms, bell));
  bell->rings.wait_for(1);
}

TEST_P(AnAlarm, that_was_stopped_does_not_begin_again) {
  alarm.stop();
  alarm.begin();
  EXPECT_FALSE(alarm.set(now(), std::make_shared<Bell>()));
}

TEST_P(AnAlarm, rings_what_is_due_before_what_was_set_first) {
  const auto late = std::make_shared<Bell>(), soon = std::make_shared<Bell>();
  EXPECT_TRUE(alarm.set(now() + 2h, late));
  EXPECT_TRUE(alarm.set(now() + 1h, late));
  EXPECT_TRUE(alarm.set(now() + 1ms, soon));
  soon->rings.wait_for(1);
  EXPECT_EQ(late->rings.count(), 0);
}

TEST_P(AnAlarm, rings_what_is_set_while_it_rings) {
  const auto second = std::make_shared<Bell>();
  const auto first = std::make_shared<Bell>([&] { EXPECT_TRUE(alarm.set(now() + 1ms, second)); });
  EXPECT_TRUE(alarm.set(now(), first));
  second->rings.wait_for(1);
}

TEST_P(AnAlarm, leaves_alone_who_has_gone) {
  EXPECT_TRUE(alarm.set(now(), std::make_shared<Bell>()));
  const auto bell = std::make_shared<Bell>();
  EXPECT_TRUE(alarm.set(now(), bell));
  bell->rings.wait_for(1);
}

TEST_P(AnAlarm, that_was_stopped_takes_no_more) {
  const auto bell = std::make_shared<Bell>();
  EXPECT_TRUE(alarm.set(now() + 1h, bell));
  alarm.stop();
  EXPECT_FALSE(alarm.set(now(), bell));
  EXPECT_EQ(bell->rings.count(), 0);
}

TEST_P(AnAlarm, stops_though_nothing_was_ever_set) {
  alarm.begin();
  alarm.stop();
  EXPECT_FALSE(alarm.set(now(), std::make_shared<Bell>()));
}

}  // namespace
}  // namespace orbweaver::dispatch
