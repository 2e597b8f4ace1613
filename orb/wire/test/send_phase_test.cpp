// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/send_phase.hpp>

#include <gtest/gtest.h>

namespace orbweaver::wire {
namespace {

using Phase = SendPhase::Phase;
using transport::ConnectionFailure;
using transport::ConnectionFault;

const ConnectionFailure kReset{ConnectionFault::broken, 104};

TEST(SendPhase, refuses_what_comes_while_it_finishes_and_lets_what_waits_leave) {
  SendPhase queue;
  ASSERT_TRUE(queue.finishes());
  EXPECT_EQ(queue.phase(), Phase::finishing);
  EXPECT_EQ(queue.why_refused()->fault, ConnectionFault::closed);
  EXPECT_FALSE(queue.is_over());
  EXPECT_FALSE(queue.why_over());
  EXPECT_FALSE(queue.finishes()) << "once";
}

TEST(SendPhase, is_closed_once_it_has_finished) {
  SendPhase queue;
  queue.ends();
  EXPECT_EQ(queue.phase(), Phase::finished);
  EXPECT_EQ(queue.why_refused()->fault, ConnectionFault::closed);
  EXPECT_EQ(queue.why_over()->fault, ConnectionFault::closed);
}

TEST(SendPhase, names_what_the_transport_said_once_it_is_broken) {
  SendPhase queue;
  queue.breaks(kReset);
  EXPECT_EQ(queue.phase(), Phase::broken);
  EXPECT_EQ(queue.why_refused()->system_error, 104);
  EXPECT_EQ(queue.why_over()->system_error, 104);
  EXPECT_FALSE(queue.finishes());
}

TEST(SendPhase, wakes_what_waits_when_it_stops) {
  for (const bool is_finishing : {false, true}) {
    SendPhase queue;
    if (is_finishing) (void)queue.finishes();
    queue.stops();
    EXPECT_EQ(queue.phase(), Phase::stopped);
    EXPECT_EQ(queue.why_over()->fault, ConnectionFault::broken);
    queue.breaks(kReset);
    EXPECT_EQ(queue.phase(), Phase::broken) << "a write in hand was cut";
  }
}

TEST(SendPhase, stays_finished_or_broken_when_it_stops) {
  SendPhase finished, broken;
  finished.ends();
  finished.stops();
  EXPECT_EQ(finished.phase(), Phase::finished);
  broken.breaks(kReset);
  broken.stops();
  EXPECT_EQ(broken.phase(), Phase::broken);
}

}  // namespace
}  // namespace orbweaver::wire
