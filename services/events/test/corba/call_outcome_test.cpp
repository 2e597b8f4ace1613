// SPDX-License-Identifier: Apache-2.0
#include "corba/call_outcome.hpp"

#include <gtest/gtest.h>

namespace {

using namespace orbweaver::events;
using CORBA::CompletionStatus;

TEST(AReply, says_whether_the_consumer_is_there) {
  EXPECT_EQ(outcome_of_reply(CORBA::OBJECT_NOT_EXIST(), 3).answer, Answer::gone);
  EXPECT_EQ(outcome_of_reply(CORBA::BAD_OPERATION(), 3).answer, Answer::gone);
  EXPECT_EQ(outcome_of_reply(CORBA::COMM_FAILURE(), 3).answer, Answer::unreachable);
  EXPECT_EQ(outcome_of_reply(CORBA::TIMEOUT(), 3).answer, Answer::unreachable);
  EXPECT_EQ(outcome_of_reply(CORBA::UNKNOWN(), 3).answer, Answer::refused);
  EXPECT_EQ(outcome_of_reply(CORBA::COMM_FAILURE(), 3).taken, 3U) << "it may have them";
}

TEST(ACallThatDidNotLeave, leaves_its_event_in_the_queue) {
  const CORBA::TRANSIENT refused(0, CompletionStatus::COMPLETED_NO, "refused");
  EXPECT_EQ(outcome_of_sending(refused, 2).taken, 2U);
  EXPECT_EQ(outcome_of_sending(refused, 2).answer, Answer::unreachable);
  const CORBA::COMM_FAILURE broken(0, CompletionStatus::COMPLETED_MAYBE, "broken");
  EXPECT_EQ(outcome_of_sending(broken, 2).taken, 3U);
  EXPECT_NE(outcome_of_sending(broken, 2).reason.find("broken"), std::string::npos);
}

TEST(AnEventThatCannotBeSent, does_not_wait_again) {
  const CORBA::BAD_PARAM unfit(0, CompletionStatus::COMPLETED_NO, "unfit");
  EXPECT_EQ(outcome_of_sending(unfit, 0).answer, Answer::refused);
  EXPECT_EQ(outcome_of_sending(unfit, 0).taken, 1U);
}

}  // namespace
