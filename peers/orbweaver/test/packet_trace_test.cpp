// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <pipeline/packet_trace.hpp>

namespace orbweaver::lab {
namespace {

using lab_pipeline::Moment;
using lab_pipeline::PacketTrace;

TEST(PacketTrace, tells_the_moments_that_each_packet_has) {
  PacketTrace trace{3};
  trace.note(1, Moment::arrived);
  trace.note(1, Moment::begun);
  trace.note(3, Moment::sending);
  const auto reported = trace.to_json();
  ASSERT_EQ(reported.size(), 2U);
  EXPECT_EQ(reported[0]["packet"], 1);
  EXPECT_LE(reported[0]["arrived_ns"], reported[0]["begun_ns"]);
  EXPECT_FALSE(reported[0].contains("worked_ns"));
  EXPECT_EQ(reported[1]["packet"], 3);
  EXPECT_TRUE(reported[1].contains("sending_ns"));
}

TEST(PacketTrace, leaves_out_what_it_was_not_asked_for) {
  PacketTrace trace{2};
  trace.note(0, Moment::arrived);
  trace.note(3, Moment::arrived);
  trace.note(UINT64_MAX, Moment::arrived);
  EXPECT_TRUE(trace.to_json().empty());
  EXPECT_FALSE(PacketTrace{}.is_on());
}

}  // namespace
}  // namespace orbweaver::lab
