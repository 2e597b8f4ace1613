// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/messaging.hpp>

#include <gtest/gtest.h>

#include <set>

namespace orbweaver::component {
namespace {

MessagingChoice chosen(const std::string& id, const std::string& value) {
  resource::PropertyStore store(
      messaging_properties({.has_inputs = true, .has_outputs = true, .state = State::none}));
  EXPECT_TRUE(store.is_parameter(id));
  EXPECT_TRUE(store.set_text(id, value));
  return messaging_of(store);
}

std::set<std::string> ids(const MessagingShape& shape) {
  std::set<std::string> found;
  for (const auto& messaging_property : messaging_properties(shape))
    found.insert(common_of(messaging_property).id);
  return found;
}

TEST(MessagingProperties, have_the_defaults_of_the_choice) {
  const auto choice = chosen("explain", "false");
  EXPECT_EQ(choice.mode, ports::Messaging::ordered);
  EXPECT_EQ(choice.sync, ::Messaging::SYNC_WITH_TRANSPORT);
  EXPECT_EQ(choice.queue_depth, 64U);
  EXPECT_EQ(choice.call_timeout_ms, 5000U);
  EXPECT_EQ(choice.parallel, 0U);
}

TEST(MessagingProperties, are_those_that_the_component_s_shape_asks_for) {
  EXPECT_EQ(ids({.has_outputs = true}),
            (std::set<std::string>{"messaging", "sync", "call_timeout_ms", "connections", "explain",
                                   "log_level"}));
  EXPECT_EQ(ids({.has_inputs = true}),
            (std::set<std::string>{"messaging", "queue_depth", "call_timeout_ms", "connections",
                                   "explain", "log_level"}));
  EXPECT_TRUE(ids({.has_inputs = true, .state = State::none}).contains("parallel"));
}

TEST(TheMode, decides_which_thread_runs_requests_and_whether_there_is_a_queue) {
  using wire::Dispatch;
  struct Case {
    const char* mode;
    Dispatch dispatch;
    std::size_t depth;
  };
  for (const auto& entry :
       {Case{"oneway", Dispatch::pool, 0}, Case{"oneway-worker", Dispatch::pool, 64},
        Case{"twoway", Dispatch::connection, 0}, Case{"twoway-worker", Dispatch::connection, 64},
        Case{"ordered", Dispatch::lane, 0}}) {
    const auto options = chosen("messaging", entry.mode).receiving();
    EXPECT_EQ(options.dispatch, entry.dispatch) << entry.mode;
    EXPECT_EQ(options.queue.depth, entry.depth) << entry.mode;
  }
}

TEST(TheTimeout, is_that_of_a_destination_and_of_the_end) {
  EXPECT_EQ(chosen("call_timeout_ms", "70").sending().send_timeout, std::chrono::milliseconds(70));
  EXPECT_EQ(chosen("call_timeout_ms", "70").end_timeout(), std::chrono::milliseconds(70));
  EXPECT_EQ(chosen("call_timeout_ms", "0").sending().send_timeout, Nanoseconds{0});
  EXPECT_EQ(chosen("call_timeout_ms", "0").end_timeout(), MessagingChoice::kEndTimeout);
}

TEST(TheSyncScope, is_read_from_its_word) {
  EXPECT_EQ(chosen("sync", "target").sending().sync, ::Messaging::SYNC_WITH_TARGET);
  EXPECT_EQ(chosen("sync", "none").sending().sync, ::Messaging::SYNC_NONE);
}

}  // namespace
}  // namespace orbweaver::component
