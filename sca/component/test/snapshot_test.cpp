// SPDX-License-Identifier: Apache-2.0
// What a component says of its work while it works.
#include "numbers.hpp"
#include "running_component.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace orbweaver::component {
namespace {

using test::Counter, test::Doubler, test::NumberKeeper, test::Staller;
using testing::Parameters, testing::Running;

template <class Condition>
void spin_until(Condition condition) {
  while (!condition()) std::this_thread::yield();
}

TEST(ASnapshot, has_the_ports_and_knows_a_connection_by_the_same_number_at_both_ends) {
  Running<NumberKeeper> keeper;
  Running<Doubler> doubler;
  Running<Counter> counter;
  doubler.connect("numbers_out", keeper, "numbers_in");
  counter.connect("numbers_out", doubler, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  keeper.component().wait_for_end();
  const auto seen = doubler.component().snapshot();
  ASSERT_TRUE(seen);
  ASSERT_EQ(seen->ports.size(), 2U);
  EXPECT_EQ(seen->ports[0].name, "numbers_in");
  EXPECT_TRUE(seen->ports[0].is_input);
  EXPECT_EQ(seen->ports[1].name, "numbers_out");
  EXPECT_EQ(seen->ports[1].interface, "IDL:standardInterfaces/realLong:1.0");
  EXPECT_EQ(seen->ports[1].sample_bytes, 4U);
  ASSERT_EQ(seen->ports[0].connections.size(), 1U);
  EXPECT_EQ(seen->ports[0].connections[0].flow.packets, 11U);  // with the end
  EXPECT_EQ(seen->ports[0].connections[0].flow.bytes, 40U);
  const auto sender = counter.component().snapshot();
  ASSERT_TRUE(sender);
  ASSERT_EQ(sender->ports.size(), 1U);
  EXPECT_EQ(sender->ports[0].connections.at(0).number, seen->ports[0].connections[0].number);
  EXPECT_NE(sender->ports[0].connections[0].number, 0U);
}

// A source whose destination takes nothing does not process: it is blocked in sending.
TEST(ASnapshot, tells_processing_from_sending) {
  Running<Staller> staller(Parameters{{"messaging", "twoway"}});
  Running<Counter> counter(Parameters{{"messaging", "twoway"}});
  counter.connect("numbers_out", staller, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  spin_until([&] { return staller.component().snapshot()->processing_ns > 20'000'000; });
  const auto before = *counter.component().snapshot();
  spin_until(
      [&] { return counter.component().snapshot()->sending_ns > before.sending_ns + 20'000'000; });
  const auto after = *counter.component().snapshot();
  EXPECT_EQ(after.processing_ns, before.processing_ns);
  EXPECT_LE(after.processing_ns + after.sending_ns, after.at_ns - after.since_ns);
  EXPECT_EQ(staller.component().snapshot()->sending_ns, 0);
  staller.component().go_on();
  staller.component().wait_for_end();
}

TEST(ASnapshot, counts_what_waits_in_the_lane_of_a_port) {
  Running<Staller> staller(Parameters{{"messaging", "ordered"}});
  Running<Counter> counter(Parameters{{"messaging", "ordered"}});
  counter.connect("numbers_out", staller, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  // Ten packets and the end; the first is at work.
  spin_until([&] { return staller.component().snapshot()->ports[0].waiting == 10; });
  EXPECT_GE(staller.component().snapshot()->ports[0].most_waiting, 10U);
  staller.component().go_on();
  staller.component().wait_for_end();
  EXPECT_EQ(staller.component().snapshot()->ports[0].waiting, 0U);
}

TEST(ASnapshot, is_there_as_long_as_the_ports_are) {
  Running<Counter> counter;
  EXPECT_TRUE(counter.component().snapshot());
  counter.end();
  EXPECT_FALSE(counter.component().snapshot());
}

TEST(ATapOfAComponent, is_no_error_and_no_loss_of_the_radio) {
  ::testing::internal::CaptureStdout();
  {
    Running<NumberKeeper> keeper;
    Running<Counter> counter;
    counter.connect("numbers_out", keeper, "numbers_in");
    {
      Running<NumberKeeper> gone;
      const auto target =
          counter.orb()->string_to_object(gone.orb()->object_to_string(gone.port("numbers_in")));
      IDL::traits<CF::Port>::narrow(counter.port("numbers_out"))->connectPort(target, "tap:x");
    }
    ASSERT_TRUE(counter.component().start());
    EXPECT_EQ(keeper.component().wait_for_end().size(), 10U);
    counter.component().wait_for_end();
  }
  const auto printed = ::testing::internal::GetCapturedStdout();
  EXPECT_FALSE(printed.contains("error")) << printed;
  EXPECT_FALSE(printed.contains("unsent")) << printed;
  EXPECT_FALSE(printed.contains("end_is_lost")) << printed;
}

}  // namespace
}  // namespace orbweaver::component
