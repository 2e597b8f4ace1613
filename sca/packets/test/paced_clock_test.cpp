// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/paced_clock.hpp>

#include <gtest/gtest.h>

namespace orbweaver::packets {
namespace {

void wait_for_slow_packet() {
  const auto begun = monotonic_ns();
  while (monotonic_ns() - begun < 2 * PacedClock::kFastNs) {
  }
}

TEST(PacedClock, gives_the_time_to_each_packet_that_is_not_fast) {
  PacedClock clock;
  for (int i = 0; i < 20; ++i) {
    const auto before = monotonic_ns();
    const auto read = clock.read();
    ASSERT_TRUE(read);
    EXPECT_GE(*read, before);
    EXPECT_EQ(clock.last_ns(), *read);
    wait_for_slow_packet();
  }
}

TEST(PacedClock, gives_the_time_to_at_least_one_in_eight_packets) {
  PacedClock clock;
  int since = 0;
  for (int i = 0; i < 1000; ++i) {
    since = clock.read() ? 0 : since + 1;
    EXPECT_LT(since, PacedClock::kOneIn);
  }
}

TEST(PacedClock, gives_the_time_whenever_it_must) {
  PacedClock clock;
  for (int i = 0; i < 100; ++i) {
    const auto before = monotonic_ns();
    EXPECT_GE(clock.read_now(), before);
  }
}

}  // namespace
}  // namespace orbweaver::packets
