// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <orbweaver/component/stage/work_meter.hpp>

namespace orbweaver::component {
namespace {

TEST(WorkMeter, adds_up_the_times_at_work_and_leaves_out_the_pauses) {
  WorkMeter meter;
  meter.enter(100);
  meter.send(130);
  meter.leave(135);
  meter.enter(200);
  meter.send(210);
  meter.leave(210);
  EXPECT_EQ(meter.processing_ns(300), 40);
  EXPECT_EQ(meter.sending_ns(300), 5);
  EXPECT_EQ(meter.most_at_once(), 1U);
}

TEST(WorkMeter, counts_time_once_in_which_several_process) {
  WorkMeter meter;
  meter.enter(0);
  meter.enter(10);
  meter.send(20);
  meter.send(50);
  EXPECT_EQ(meter.processing_ns(50), 50);
  EXPECT_EQ(meter.sending_ns(50), 0);
  EXPECT_EQ(meter.most_at_once(), 2U);
}

TEST(WorkMeter, counts_sending_only_while_none_processes) {
  WorkMeter meter;
  meter.enter(0);
  meter.send(10);
  meter.enter(15);
  meter.send(25);
  meter.leave(40);
  meter.leave(45);
  EXPECT_EQ(meter.processing_ns(100), 20);
  EXPECT_EQ(meter.sending_ns(100), 25);
}

TEST(WorkMeter, counts_what_is_under_way) {
  WorkMeter meter;
  meter.enter(100);
  EXPECT_EQ(meter.processing_ns(170), 70);
  meter.send(170);
  EXPECT_EQ(meter.processing_ns(200), 70);
  EXPECT_EQ(meter.sending_ns(200), 30);
}

TEST(WorkMeter, leaves_out_the_time_in_which_a_packet_waits_for_its_turn) {
  WorkMeter meter;
  meter.enter(0);
  meter.pause(10);
  meter.begin(60);
  meter.send(70);
  meter.leave(75);
  EXPECT_EQ(meter.processing_ns(100), 20);
  EXPECT_EQ(meter.sending_ns(100), 5);
}

TEST(WorkMeter, counts_a_thread_that_only_sends_and_not_as_one_more_packet_at_once) {
  WorkMeter meter;
  meter.enter(0);
  meter.begin_sending(10);
  meter.leave_unsent(20);
  meter.end_sending(50);
  EXPECT_EQ(meter.processing_ns(50), 20);
  EXPECT_EQ(meter.sending_ns(50), 30);
  EXPECT_EQ(meter.most_at_once(), 1U);
}

}  // namespace
}  // namespace orbweaver::component
