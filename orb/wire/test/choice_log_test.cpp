// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/choice_log.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace orbweaver::wire {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Choice kWaiting{"waiting", "block", "set by -ORBwaiting block"};
const Choice kConnection{"connection to unix:@x", "unix", "no shm: the reference offers none"};

TEST(ChoiceLog, keeps_what_was_chosen_first_before_the_connections) {
  ChoiceLog log{{kWaiting}, ChoiceLog::Telling::off};
  log.add(kConnection);
  EXPECT_THAT(log.all(), ElementsAre(kWaiting, kConnection));
}

TEST(ChoiceLog, keeps_the_latest_connections_and_counts_the_rest) {
  ChoiceLog log{{kWaiting}, ChoiceLog::Telling::off};
  for (std::size_t i = 0; i < ChoiceLog::kMostConnections + 3; ++i)
    log.add({"connection", std::to_string(i), ""});
  const auto all = log.all();
  ASSERT_EQ(all.size(), 1 + ChoiceLog::kMostConnections + 1);
  EXPECT_EQ(all[1].value, "3");
  EXPECT_EQ(all.back().what, "earlier connections");
  EXPECT_EQ(all.back().value, "3");
}

TEST(ChoiceLog, tells_each_choice_as_one_line_if_that_is_wanted) {
  testing::internal::CaptureStderr();
  ChoiceLog silent{{kWaiting}, ChoiceLog::Telling::off};
  silent.add(kConnection);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  ChoiceLog log{{kWaiting}, ChoiceLog::Telling::on};
  log.add(kConnection);
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("waiting: block (set by -ORBwaiting block)\n"));
  EXPECT_THAT(said, HasSubstr("connection to unix:@x: unix (no shm: the reference offers none)\n"));
}

TEST(ChoiceLog, may_be_read_while_connections_are_made) {
  ChoiceLog log{{kWaiting}, ChoiceLog::Telling::off};
  std::jthread writer{[&] {
    for (int i = 0; i < 1000; ++i) log.add(kConnection);
  }};
  for (int i = 0; i < 100; ++i) EXPECT_GE(log.all().size(), 1U);
}

}  // namespace
}  // namespace orbweaver::wire
