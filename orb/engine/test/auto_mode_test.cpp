// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/engine/auto_mode.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orbweaver::engine {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::uint64_t kMiB = 1U << 20;

os::Machine roomy_machine() {
  return {.processors = 2,
          .processor_quota = {},
          .memory_bytes = 8192 * kMiB,
          .memory_limit_bytes = {}};
}

os::Machine machine_of(std::uint64_t limit_bytes) {
  auto machine = roomy_machine();
  machine.memory_limit_bytes = limit_bytes;
  return machine;
}

Choice choice_in(const Decision& decision, std::string_view what) {
  for (const auto& choice : decision.choices)
    if (choice.what == what) return choice;
  ADD_FAILURE() << "nothing is said about " << what;
  return {};
}

Nanoseconds poll_time_of(const Decision& decision) {
  return decision.options.connection_traits.poll_time;
}

TEST(AutoMode, leaves_the_defaults_to_a_machine_with_processors_and_memory) {
  const wire::Options defaults;
  const auto decision = decide({}, roomy_machine());
  EXPECT_EQ(decision.options.waiting, wire::Waiting::look);
  EXPECT_EQ(poll_time_of(decision), transport::kDefaultPollTime);
  EXPECT_EQ(decision.options.lane_watermarks.high_bytes, defaults.lane_watermarks.high_bytes);
  EXPECT_EQ(decision.options.send_watermarks.high_messages, defaults.send_watermarks.high_messages);
  EXPECT_EQ(decision.options.max_message_size, defaults.max_message_size);
  EXPECT_TRUE(decision.options.local_transports.shm);
  EXPECT_EQ(choice_in(decision, "waiting").value, "look for 200 us, then block");
  EXPECT_THAT(choice_in(decision, "waiting").why, HasSubstr("2 processors"));
  EXPECT_EQ(choice_in(decision, "lane depth"),
            (Choice{"lane depth", "64 messages", "the default"}));
  EXPECT_EQ(choice_in(decision, "lane bytes"),
            (Choice{"lane bytes", "8 MiB", "the default; there are 8 GiB of memory"}));
  EXPECT_EQ(choice_in(decision, "transport").value, "shm, else unix, else tcp");
}

// Measured: see docs/understand/auto-mode.md.
TEST(AutoMode, looks_on_a_single_processor_too) {
  auto machine = roomy_machine();
  machine.processors = 1;
  const auto decision = decide({}, machine);
  EXPECT_EQ(decision.options.waiting, wire::Waiting::look);
  EXPECT_THAT(choice_in(decision, "waiting").why, HasSubstr("1 processor:"));
}

TEST(AutoMode, blocks_at_once_where_looking_would_use_up_the_time_of_the_processors) {
  auto machine = roomy_machine();
  for (const double quota : {0.5, 1.9}) {
    machine.processor_quota = quota;
    const auto decision = decide({}, machine);
    EXPECT_EQ(decision.options.waiting, wire::Waiting::block);
    EXPECT_EQ(poll_time_of(decision), Nanoseconds{0});
    EXPECT_EQ(choice_in(decision, "waiting").value, "block");
  }
  machine.processor_quota = 0.5;
  EXPECT_THAT(choice_in(decide({}, machine), "waiting").why, HasSubstr("0.5 processors"));
  machine.processor_quota = 2;
  EXPECT_EQ(decide({}, machine).options.waiting, wire::Waiting::look);
  machine.processors = 1;
  machine.processor_quota = 1;
  EXPECT_EQ(decide({}, machine).options.waiting, wire::Waiting::look);
}

TEST(AutoMode, gives_a_small_container_small_queues) {
  const auto decision = decide({}, machine_of(64 * kMiB));
  const auto& options = decision.options;
  EXPECT_EQ(options.lane_watermarks.high_bytes, kMiB);
  EXPECT_EQ(options.lane_watermarks.high_messages, 64U) << "they fit";
  EXPECT_EQ(options.send_watermarks.high_bytes, kMiB);
  EXPECT_EQ(options.order_limits.bytes, kMiB);
  EXPECT_EQ(options.connection_traits.shm_bytes, 4 * kMiB);
  EXPECT_EQ(options.max_message_size, 32 * kMiB);
  EXPECT_EQ(options.decode_limits.memory, 8 * 32 * kMiB);
  EXPECT_EQ(
      choice_in(decision, "lane bytes"),
      (Choice{"lane bytes", "1 MiB", "1/64 of 64 MiB of memory (its control group's limit)"}));
}

TEST(AutoMode, says_how_much_shared_memory_is_really_used) {
  const auto decision = decide({}, machine_of(100 * kMiB));
  EXPECT_EQ(decision.options.connection_traits.shm_bytes, 4 * kMiB);
  EXPECT_EQ(choice_in(decision, "shared memory, each way").value, "4 MiB");
}

TEST(AutoMode, lowers_the_messages_of_a_queue_to_what_its_bytes_can_hold) {
  const auto decision = decide({}, machine_of(16 * kMiB));
  const auto& send = decision.options.send_watermarks;
  EXPECT_EQ(send.high_bytes, kMiB / 4);
  EXPECT_EQ(send.high_messages, 256U);
  EXPECT_TRUE(send.is_valid());
  EXPECT_EQ(choice_in(decision, "send queue depth").why, "what fits into 256 KiB");
}

TEST(AutoMode, leaves_something_to_the_smallest_machine) {
  const auto decision = decide({}, machine_of(1));
  const auto& options = decision.options;
  EXPECT_TRUE(options.lane_watermarks.is_valid());
  EXPECT_TRUE(options.send_watermarks.is_valid());
  EXPECT_GE(options.lane_watermarks.high_bytes, 64U << 10);
  EXPECT_GE(options.max_message_size, kMiB);
  EXPECT_GE(options.connection_traits.shm_bytes, transport::kLeastShmBytes);
}

TEST(AutoMode, takes_the_lesser_of_memory_and_limit) {
  auto machine = machine_of(64 * kMiB);
  machine.memory_bytes = 32 * kMiB;
  const auto decision = decide({}, machine);
  EXPECT_EQ(decision.options.lane_watermarks.high_bytes, kMiB / 2);
  EXPECT_EQ(choice_in(decision, "lane bytes").why, "1/64 of 32 MiB of memory");
}

TEST(AutoMode, says_when_the_memory_is_not_known) {
  const auto decision = decide({}, {});
  EXPECT_EQ(decision.options.lane_watermarks.high_bytes,
            wire::Options{}.lane_watermarks.high_bytes);
  EXPECT_THAT(choice_in(decision, "lane bytes").why, HasSubstr("could not be read"));
}

TEST(AutoMode, never_raises_a_bound) {
  wire::Options options;
  options.lane_watermarks.high_bytes = 1000;
  options.lane_watermarks.low_bytes = 900;
  const auto decision = decide(options, machine_of(64 * kMiB));
  EXPECT_EQ(decision.options.lane_watermarks.high_bytes, 1000U);
  EXPECT_EQ(decision.options.lane_watermarks.low_bytes, 900U);
}

TEST(AutoMode, keeps_what_was_set_and_says_so) {
  wire::Options options;
  options.lane_watermarks.high_messages = 4096;
  options.lane_watermarks.high_bytes = 512 * kMiB;
  options.waiting = wire::Waiting::look;
  options.given = {
      {"-ORBlaneDepth", "4096"}, {"-ORBlaneBytes", "536870912"}, {"-ORBwaiting", "look"}};
  auto machine = machine_of(64 * kMiB);
  machine.processor_quota = 0.5;
  const auto decision = decide(options, machine);
  EXPECT_EQ(decision.options.lane_watermarks.high_messages, 4096U);
  EXPECT_EQ(decision.options.lane_watermarks.high_bytes, 512 * kMiB);
  EXPECT_EQ(poll_time_of(decision), transport::kDefaultPollTime);
  EXPECT_EQ(choice_in(decision, "lane depth"),
            (Choice{"lane depth", "4096 messages", "set by -ORBlaneDepth 4096"}));
  EXPECT_EQ(choice_in(decision, "waiting").why, "set by -ORBwaiting look");
  EXPECT_EQ(decision.options.send_watermarks.high_bytes, kMiB) << "no option set it";
}

TEST(AutoMode, does_not_call_it_set_if_the_option_says_auto) {
  wire::Options options;
  options.given = {{"-ORBwaiting", "auto"}, {"-ORBtransport", "auto"}};
  const auto decision = decide(options, roomy_machine());
  EXPECT_THAT(choice_in(decision, "waiting").why, HasSubstr("2 processors"));
  EXPECT_THAT(choice_in(decision, "transport").why, HasSubstr("fastest"));
}

TEST(AutoMode, leaves_out_the_ways_that_the_machine_lacks) {
  auto machine = roomy_machine();
  machine.has_shared_memory = false;
  auto decision = decide({}, machine);
  EXPECT_FALSE(decision.options.local_transports.shm);
  EXPECT_TRUE(decision.options.local_transports.unix_socket);
  EXPECT_EQ(choice_in(decision, "transport").value, "unix, else tcp");
  EXPECT_THAT(choice_in(decision, "transport").why, HasSubstr("memfd"));
  machine.has_unix_sockets = false;
  decision = decide({}, machine);
  EXPECT_FALSE(decision.options.local_transports.unix_socket);
  EXPECT_EQ(choice_in(decision, "transport").value, "tcp");
}

TEST(AutoMode, tells_a_transport_that_was_chosen_by_hand) {
  wire::Options options;
  options.transport = wire::TransportChoice::tcp;
  options.given = {{"-ORBtransport", "tcp"}};
  EXPECT_EQ(choice_in(decide(options, roomy_machine()), "transport"),
            (Choice{"transport", "tcp", "set by -ORBtransport tcp"}));
}

TEST(AutoMode, tells_what_a_call_inside_the_orb_becomes) {
  EXPECT_EQ(choice_in(decide({}, {}), "calls in this ORB").value, "one-way queued, two-way direct");
  wire::Options options;
  options.collocation = wire::Collocation::off;
  options.given = {{"-ORBcollocation", "off"}};
  EXPECT_EQ(choice_in(decide(options, {}), "calls in this ORB").why, "set by -ORBcollocation off");
}

}  // namespace
}  // namespace orbweaver::engine
