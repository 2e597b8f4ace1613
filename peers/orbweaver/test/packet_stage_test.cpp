// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/corba/view.hpp>
#include "launched/packet_stage.hpp"

#include <latch>
#include <stdexcept>
#include <string>
#include <vector>

namespace orbweaver::launched {
namespace {

using testing::ElementsAre;

/// What a stage did, as its actions saw it.
struct Seen {
  std::vector<int> handed_on;
  std::vector<component::StageReport> reports;
  std::vector<std::string> failures;

  StageActions<int, int> actions() {
    return {.process = [](const component::StageStamp&, int& packet) { return packet; },
            .hand_on = [this](const component::StageStamp&,
                              int& packet) { handed_on.push_back(packet); },
            .finish = [this](const component::StageReport& report) { reports.push_back(report); },
            .fail = [this](const std::string& why) { failures.push_back(why); }};
  }
};

TEST(PacketStage, processes_in_the_callers_thread_without_a_worker) {
  Seen seen;
  std::thread::id processed_by;
  auto actions = seen.actions();
  actions.process = [&](const component::StageStamp&, int& packet) {
    processed_by = std::this_thread::get_id();
    return packet;
  };
  PacketStage<int, int> stage({}, actions);
  stage.accept({.number = 1}, 7);
  EXPECT_EQ(processed_by, std::this_thread::get_id());
}

TEST(PacketStage, processes_in_order_on_a_thread_of_its_own_with_a_worker) {
  Seen seen;
  std::thread::id processed_by;
  auto actions = seen.actions();
  actions.process = [&](const component::StageStamp&, int& packet) {
    processed_by = std::this_thread::get_id();
    return packet;
  };
  PacketStage<int, int> stage({.has_worker = true, .depth = 2}, actions);
  for (int i = 1; i <= 5; ++i) stage.accept({.number = static_cast<std::uint64_t>(i)}, i);
  stage.stop();
  EXPECT_THAT(seen.handed_on, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_NE(processed_by, std::this_thread::get_id());
}

TEST(PacketStage, moves_a_view_through_its_queue_without_a_copy) {
  using View = corba::View<double>;
  const View packet{std::vector{1.0, 2.0}};
  for (const StageSettings& settings :
       {StageSettings{}, StageSettings{.has_worker = true}, StageSettings{.parallel = 2}}) {
    std::vector<const double*> handed_on;
    PacketStage<View, View> stage(
        settings,
        {.process = [](const component::StageStamp&, View& view) { return std::move(view); },
         .hand_on = [&](const component::StageStamp&,
                        View& view) { handed_on.push_back(view.data()); },
         .finish = [](const component::StageReport&) {},
         .fail = [](const std::string& why) { ADD_FAILURE() << why; }});
    for (std::uint64_t number = 1; number <= 3; ++number) stage.accept({.number = number}, packet);
    stage.stop();
    EXPECT_THAT(handed_on, ElementsAre(packet.data(), packet.data(), packet.data()));
  }
}

TEST(PacketStage, finishes_once_when_the_last_packet_comes_after_the_end_was_announced) {
  Seen seen;
  PacketStage<int, int> stage({}, seen.actions());
  stage.accept({.number = 1}, 1);
  stage.end_of_stream(2);
  EXPECT_TRUE(seen.reports.empty());
  stage.accept({.number = 2}, 2);
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].received, 2U);
  EXPECT_EQ(seen.reports[0].lost, 0U);
}

TEST(PacketStage, finishes_when_the_end_is_announced_after_the_last_packet) {
  Seen seen;
  PacketStage<int, int> stage({}, seen.actions());
  stage.accept({.number = 2}, 2);
  stage.accept({.number = 1}, 1);
  stage.end_of_stream(2);
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].reordered_original, 2U);
}

TEST(PacketStage, finishes_a_stream_without_packets) {
  Seen seen;
  PacketStage<int, int> stage({}, seen.actions());
  stage.end_of_stream(0);
  EXPECT_EQ(seen.reports.size(), 1U);
}

TEST(PacketStage, fails_once_with_what_processing_threw_and_drops_what_follows) {
  Seen seen;
  auto actions = seen.actions();
  actions.process = [](const component::StageStamp&, int&) -> int {
    throw std::runtime_error("the next one hangs");
  };
  PacketStage<int, int> stage({}, actions);
  stage.accept({.number = 1}, 1);
  stage.accept({.number = 2}, 2);
  stage.end_of_stream(2);
  EXPECT_THAT(seen.failures, ElementsAre("the next one hangs"));
  EXPECT_TRUE(seen.reports.empty());
}

TEST(PacketStage, tells_how_many_packets_were_in_work_at_once) {
  Seen seen;
  std::latch both_at_work(2);
  auto actions = seen.actions();
  actions.process = [&](const component::StageStamp&, int& packet) {
    both_at_work.arrive_and_wait();
    return packet;
  };
  actions.hand_on = [](const component::StageStamp&, int&) {};
  PacketStage<int, int> stage({}, actions);
  {
    const std::jthread other([&] { stage.accept({.number = 1}, 1); });
    stage.accept({.number = 2}, 2);
  }
  stage.end_of_stream(2);
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].max_concurrency, 2U);
}

TEST(PacketStage, parallel_works_on_as_many_packets_as_it_has_threads) {
  Seen seen;
  std::latch all_at_work(3);
  auto actions = seen.actions();
  actions.process = [&](const component::StageStamp&, int& packet) {
    all_at_work.arrive_and_wait();
    return packet;
  };
  PacketStage<int, int> stage({.parallel = 3}, actions);
  for (int i = 1; i <= 3; ++i) stage.accept({.number = static_cast<std::uint64_t>(i)}, i);
  stage.end_of_stream(3);
  stage.stop();
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].max_concurrency, 3U);
}

TEST(PacketStage, parallel_hands_on_in_order_what_was_finished_out_of_order) {
  Seen seen;
  std::latch second_is_done(1);
  auto actions = seen.actions();
  actions.process = [&](const component::StageStamp& stamp, int& packet) {
    if (stamp.number == 1) second_is_done.wait();
    if (stamp.number == 2) second_is_done.count_down();
    return 10 * packet;
  };
  PacketStage<int, int> stage({.parallel = 2}, actions);
  stage.accept({.number = 1}, 1);
  stage.accept({.number = 2}, 2);
  stage.end_of_stream(2);
  stage.stop();
  EXPECT_THAT(seen.handed_on, ElementsAre(10, 20));
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].reordered_previous, 0U);
  EXPECT_EQ(seen.reports[0].reordered_out, 0U);
}

// What a radio's stage does most may be the hand-on: without it the busiest stage looks idle.
TEST(PacketStage, parallel_is_busy_while_it_hands_on) {
  Seen seen;
  Nanoseconds handing_on{0};
  auto actions = seen.actions();
  actions.hand_on = [&](const component::StageStamp&, int&) {
    const auto started = now();
    while (now() - started < std::chrono::microseconds(200)) continue;
    handing_on += now() - started;
  };
  PacketStage<int, int> stage({.parallel = 2}, actions);
  for (std::uint64_t number = 1; number <= 5; ++number) stage.accept({.number = number}, 1);
  stage.end_of_stream(5);
  stage.stop();
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_GE(seen.reports[0].busy_ns, handing_on.count());
  EXPECT_LE(seen.reports[0].max_concurrency, 2U);
}

TEST(PacketStage, parallel_keeps_the_order_of_arrival_also_where_that_is_not_the_original) {
  Seen seen;
  PacketStage<int, int> stage({.parallel = 2}, seen.actions());
  for (const int i : {1, 3, 2}) stage.accept({.number = static_cast<std::uint64_t>(i)}, i);
  stage.end_of_stream(3);
  stage.stop();
  EXPECT_THAT(seen.handed_on, ElementsAre(1, 3, 2));
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].reordered_previous, 2U);
  EXPECT_EQ(seen.reports[0].reordered_out, 2U);
}

TEST(PacketStage, parallel_fails_once_and_hands_on_nothing_afterwards) {
  Seen seen;
  auto actions = seen.actions();
  actions.process = [](const component::StageStamp& stamp, int& packet) {
    if (stamp.number == 3) throw std::runtime_error("no third");
    return packet;
  };
  actions.hand_on = [&](const component::StageStamp& stamp, int&) { EXPECT_LT(stamp.number, 3U); };
  PacketStage<int, int> stage({.parallel = 4, .depth = 4}, actions);
  for (int i = 1; i <= 50; ++i) stage.accept({.number = static_cast<std::uint64_t>(i)}, i);
  stage.end_of_stream(50);
  stage.stop();
  EXPECT_THAT(seen.failures, ElementsAre("no third"));
  EXPECT_TRUE(seen.reports.empty());
}

TEST(PacketStage, parallel_fails_when_handing_on_fails) {
  Seen seen;
  auto actions = seen.actions();
  actions.hand_on = [](const component::StageStamp&, int&) {
    throw std::runtime_error("no next stage");
  };
  PacketStage<int, int> stage({.parallel = 2}, actions);
  for (int i = 1; i <= 5; ++i) stage.accept({.number = static_cast<std::uint64_t>(i)}, i);
  stage.stop();
  EXPECT_THAT(seen.failures, ElementsAre("no next stage"));
}

TEST(PacketStage, a_packet_after_the_end_fails_a_parallel_stage) {
  Seen seen;
  PacketStage<int, int> stage({.parallel = 2}, seen.actions());
  stage.stop();
  stage.accept({.number = 1}, 1);
  EXPECT_THAT(seen.failures, ElementsAre("a packet came after the end"));
}

TEST(PacketStage, reorders_what_came_in_another_order) {
  Seen seen;
  PacketStage<int, int> stage({.skip_after = std::chrono::hours(1)}, seen.actions());
  for (const int number : {2, 3, 1, 5, 4})
    stage.accept({.number = static_cast<std::uint64_t>(number)}, number);
  stage.end_of_stream(5);
  stage.stop();
  EXPECT_THAT(seen.handed_on, ElementsAre(1, 2, 3, 4, 5));
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].reordered_previous, 0U);
  EXPECT_EQ(seen.reports[0].lost, 0U);
  EXPECT_EQ(seen.reports[0].late, 0U);
}

TEST(PacketStage, reordering_finishes_without_what_is_lost_and_counts_it) {
  Seen seen;
  std::atomic<bool> is_finished = false;
  auto actions = seen.actions();
  actions.finish = [&](const component::StageReport& report) {
    seen.reports.push_back(report);
    is_finished = true;
    is_finished.notify_one();
  };
  PacketStage<int, int> stage({.skip_after = Nanoseconds{0}}, actions);
  for (const int number : {1, 3, 4})
    stage.accept({.number = static_cast<std::uint64_t>(number)}, number);
  stage.end_of_stream(6);
  is_finished.wait(false);
  EXPECT_THAT(seen.handed_on, ElementsAre(1, 3, 4));
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].lost, 3U);
  EXPECT_EQ(seen.reports[0].overtaken, 0U);
}

TEST(PacketStage, lossy_finishes_with_what_came_before_the_end) {
  Seen seen;
  PacketStage<int, int> stage({.is_lossy = true}, seen.actions());
  for (const int number : {1, 2, 5})
    stage.accept({.number = static_cast<std::uint64_t>(number)}, number);
  stage.end_of_stream(6);
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].received, 3U);
  EXPECT_EQ(seen.reports[0].lost, 3U);
  EXPECT_EQ(seen.reports[0].overtaken, 0U);
}

TEST(PacketStage, tells_of_late_packets_only_where_it_reorders) {
  Seen seen;
  PacketStage<int, int> stage({}, seen.actions());
  stage.end_of_stream(0);
  EXPECT_EQ(seen.reports.at(0).late, std::nullopt);
}

}  // namespace
}  // namespace orbweaver::launched
