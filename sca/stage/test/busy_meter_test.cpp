#include <gtest/gtest.h>

#include <orbweaver/stage/busy_meter.hpp>

namespace orbweaver::stage {
namespace {

TEST(BusyMeter, adds_up_the_times_at_work_and_leaves_out_the_pauses) {
  BusyMeter meter;
  meter.enter(100);
  meter.leave(130);
  meter.enter(200);
  meter.leave(210);
  EXPECT_EQ(meter.busy_ns(), 40);
  EXPECT_EQ(meter.most_at_work(), 1U);
}

TEST(BusyMeter, counts_time_once_in_which_several_are_at_work) {
  BusyMeter meter;
  meter.enter(0);
  meter.enter(10);
  meter.leave(20);
  meter.leave(50);
  EXPECT_EQ(meter.busy_ns(), 50);
  EXPECT_EQ(meter.most_at_work(), 2U);
}

TEST(BusyMeter, counts_a_hand_on_as_busy_and_not_as_one_more_packet_at_once) {
  BusyMeter meter;
  meter.enter(0);
  meter.enter_beside(10);
  meter.leave(20);
  meter.leave_beside(50);
  EXPECT_EQ(meter.busy_ns(), 50);
  EXPECT_EQ(meter.most_at_work(), 1U);
}

}  // namespace
}  // namespace orbweaver::stage
