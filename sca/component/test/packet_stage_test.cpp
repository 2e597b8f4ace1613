#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/component/packet_stage.hpp>

#include <latch>
#include <stdexcept>
#include <string>
#include <vector>

namespace orbweaver::component {
namespace {

using testing::ElementsAre;

/// What a stage did, as its actions saw it.
struct Seen {
  std::vector<int> processed;
  std::vector<StageReport> reports;
  std::vector<std::string> failures;

  StageActions<int> actions() {
    return {.process = [this](const PacketStamp&, int& packet) { processed.push_back(packet); },
            .finish = [this](const StageReport& report) { reports.push_back(report); },
            .fail = [this](const std::string& why) { failures.push_back(why); }};
  }
};

TEST(PacketStage, processes_in_the_callers_thread_without_a_worker) {
  Seen seen;
  std::thread::id processed_by;
  auto actions = seen.actions();
  actions.process = [&](const PacketStamp&, int&) { processed_by = std::this_thread::get_id(); };
  PacketStage<int> stage({}, actions);
  stage.accept({.number = 1}, 7);
  EXPECT_EQ(processed_by, std::this_thread::get_id());
}

TEST(PacketStage, processes_in_order_on_a_thread_of_its_own_with_a_worker) {
  Seen seen;
  std::thread::id processed_by;
  auto actions = seen.actions();
  actions.process = [&](const PacketStamp&, int& packet) {
    processed_by = std::this_thread::get_id();
    seen.processed.push_back(packet);
  };
  PacketStage<int> stage({.has_worker = true, .depth = 2}, actions);
  for (int i = 1; i <= 5; ++i) stage.accept({.number = static_cast<std::uint64_t>(i)}, i);
  stage.stop();
  EXPECT_THAT(seen.processed, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_NE(processed_by, std::this_thread::get_id());
}

TEST(PacketStage, finishes_once_when_the_last_packet_comes_after_the_end_was_announced) {
  Seen seen;
  PacketStage<int> stage({}, seen.actions());
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
  PacketStage<int> stage({}, seen.actions());
  stage.accept({.number = 2}, 2);
  stage.accept({.number = 1}, 1);
  stage.end_of_stream(2);
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].reordered_original, 2U);
}

TEST(PacketStage, finishes_a_stream_without_packets) {
  Seen seen;
  PacketStage<int> stage({}, seen.actions());
  stage.end_of_stream(0);
  EXPECT_EQ(seen.reports.size(), 1U);
}

TEST(PacketStage, fails_once_with_what_processing_threw_and_drops_what_follows) {
  Seen seen;
  auto actions = seen.actions();
  actions.process = [](const PacketStamp&, int&) {
    throw std::runtime_error("the next one hangs");
  };
  PacketStage<int> stage({}, actions);
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
  actions.process = [&](const PacketStamp&, int&) { both_at_work.arrive_and_wait(); };
  PacketStage<int> stage({}, actions);
  {
    const std::jthread other([&] { stage.accept({.number = 1}, 1); });
    stage.accept({.number = 2}, 2);
  }
  stage.end_of_stream(2);
  ASSERT_EQ(seen.reports.size(), 1U);
  EXPECT_EQ(seen.reports[0].max_concurrency, 2U);
}

}  // namespace
}  // namespace orbweaver::component
