// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>

#include "component_book.hpp"

namespace orbweaver::node {
namespace {

NodePlan plan_of_one() {
  NodePlan plan;
  plan.components.emplace_back().id = "gpp";
  return plan;
}

class AComponentBook : public testing::Test {
 protected:
  void start() {
    book.set_started("gpp");
    book.set_launched("gpp", 7, Deadline::never());
  }
  [[nodiscard]] Stage stage() const { return book.find("gpp")->stage; }

  const NodePlan plan = plan_of_one();
  ComponentBook book{plan};
};

TEST_F(AComponentBook, follows_a_component_through_its_life) {
  EXPECT_EQ(stage(), Stage::planned);
  start();
  EXPECT_EQ(stage(), Stage::started);
  EXPECT_EQ(book.find("gpp")->process, 7);
  EXPECT_TRUE(book.set_registered("gpp", nullptr));
  EXPECT_TRUE(book.set_ready("gpp"));
  EXPECT_EQ(stage(), Stage::ready);
  EXPECT_EQ(book.set_gone("gpp")->stage, Stage::ready);
  EXPECT_EQ(stage(), Stage::gone);
  EXPECT_TRUE(book.set_registered("gpp", nullptr)) << "it may come back";
}

TEST_F(AComponentBook, takes_one_object_for_a_component) {
  start();
  EXPECT_TRUE(book.set_registered("gpp", nullptr));
  EXPECT_FALSE(book.set_registered("gpp", nullptr));
  EXPECT_FALSE(book.set_registered("other", nullptr));
}

TEST_F(AComponentBook, makes_nothing_ready_that_has_ended) {
  start();
  EXPECT_TRUE(book.set_registered("gpp", nullptr));
  (void)book.set_gone("gpp");
  EXPECT_FALSE(book.set_ready("gpp"));
}

TEST_F(AComponentBook, plans_anew_what_is_gone_or_failed_alone) {
  start();
  EXPECT_FALSE(book.set_planned_again("gpp"));
  EXPECT_FALSE(book.set_planned_again("other"));
  (void)book.set_gone("gpp");
  EXPECT_TRUE(book.set_planned_again("gpp"));
  EXPECT_EQ(stage(), Stage::planned);
  EXPECT_EQ(book.find("gpp")->process, 0) << "the end of the former process is of no interest";
  EXPECT_TRUE(book.set_failed("gpp")) << "that it could not be started again is reported";
  EXPECT_TRUE(book.set_planned_again("gpp"));
}

TEST_F(AComponentBook, takes_the_end_of_its_process_alone) {
  start();
  EXPECT_FALSE(book.set_ended("gpp", 6));
  EXPECT_FALSE(book.set_ended("other", 7));
  EXPECT_EQ(stage(), Stage::started);
  EXPECT_EQ(book.set_ended("gpp", 7)->stage, Stage::started);
  EXPECT_EQ(stage(), Stage::gone);
}

TEST_F(AComponentBook, reports_one_failure_once) {
  start();
  EXPECT_TRUE(book.set_failed("gpp"));
  EXPECT_FALSE(book.set_failed("gpp"));
  (void)book.set_gone("gpp");
  EXPECT_EQ(stage(), Stage::failed);
}

TEST_F(AComponentBook, wakes_what_waits_when_the_component_is_reported_ready) {
  start();
  std::jthread waits{[&] { EXPECT_EQ(book.await("gpp", Deadline::never(), {}), Stage::ready); }};
  EXPECT_TRUE(book.set_registered("gpp", nullptr));
  EXPECT_TRUE(book.set_ready("gpp"));
  book.set_reported("gpp");
}

TEST_F(AComponentBook, waits_no_longer_than_it_is_to) {
  start();
  std::stop_source stop;
  std::jthread waits{
      [&] { EXPECT_EQ(book.await("gpp", Deadline::never(), stop.get_token()), Stage::started); }};
  stop.request_stop();
  EXPECT_EQ(book.await("gpp", Deadline::after(std::chrono::milliseconds{1}), {}), Stage::started);
}

}  // namespace
}  // namespace orbweaver::node
