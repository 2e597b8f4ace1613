// SPDX-License-Identifier: Apache-2.0
// Calls that meet: release during each step of creation, release twice, stop during start, many
// creations at once.
#include "fake_target.hpp"
#include "sample.hpp"

#include <orbweaver/deploy/deployment.hpp>

#include <gtest/gtest.h>

#include <latch>
#include <optional>
#include <thread>

namespace orbweaver::deploy {
namespace {

using testing::FakeTarget;
using testing::full_sample;

using Holdings = std::vector<std::string>;

class ReleaseDuring : public ::testing::TestWithParam<Step> {};

TEST_P(ReleaseDuring, ends_the_creation_and_leaves_nothing) {
  auto sample = full_sample();
  FakeTarget target;
  DeploymentOptions options;
  options.threads = 1;  // `releaser` is started once
  Deployment app{sample.request(), target, options};
  std::optional<std::jthread> releaser;
  target.on_step = [&](Step step, const std::string&, const Limit& limit) {
    if (step != GetParam() || releaser) return;
    releaser.emplace([&] { EXPECT_TRUE(app.release().empty()); });
    // The step goes on when release has requested stop.
    std::mutex mutex;
    std::unique_lock lock{mutex};
    std::condition_variable_any never;
    never.wait(lock, limit.stop, [] { return false; });
  };
  const auto created = app.create();
  ASSERT_FALSE(created.has_value());
  EXPECT_TRUE(created.error().not_given_back.empty());
  releaser.reset();
  EXPECT_EQ(app.state(), DeploymentState::released);
  EXPECT_EQ(target.world().held(), Holdings{});
  EXPECT_EQ(target.world().given_back_without_being_there(), Holdings{});
}

INSTANTIATE_TEST_SUITE_P(every_step, ReleaseDuring,
                         ::testing::Values(Step::allocate, Step::load, Step::execute, Step::bind,
                                           Step::create_resource, Step::initialise, Step::get_port,
                                           Step::connect, Step::configure),
                         [](const auto& row) {
                           auto name = std::string{name_of(row.param)};
                           std::ranges::replace(name, ' ', '_');
                           return name;
                         });

TEST(Races, two_releases_give_back_once_and_both_return_when_it_is_done) {
  auto sample = full_sample();
  FakeTarget target;
  Deployment app{sample.request(), target};
  ASSERT_TRUE(app.create().has_value());
  const auto release = [&] {
    EXPECT_TRUE(app.release().empty());
    EXPECT_EQ(app.state(), DeploymentState::released);
    EXPECT_EQ(target.world().held(), Holdings{});
  };
  {
    std::jthread one{release};
    std::jthread two{release};
  }
  EXPECT_EQ(target.world().given_back_without_being_there(), Holdings{});
}

TEST(Races, a_stop_waits_for_the_start_that_is_under_way) {
  auto sample = full_sample();
  FakeTarget target;
  Deployment app{sample.request(), target};
  ASSERT_TRUE(app.create().has_value());
  std::optional<std::jthread> stopper;
  target.on_step = [&](Step step, const std::string&, const Limit&) {
    if (step != Step::start || stopper) return;
    stopper.emplace([&] { EXPECT_TRUE(app.stop().has_value()); });
  };
  EXPECT_TRUE(app.start().has_value());
  stopper.reset();
  EXPECT_EQ(app.state(), DeploymentState::stopped);
  for (const auto& entry : target.world().held()) EXPECT_NE(entry.find("running"), 0U) << entry;
}

TEST(Races, a_release_ends_the_start_that_is_under_way) {
  auto sample = full_sample();
  FakeTarget target;
  Deployment app{sample.request(), target};
  ASSERT_TRUE(app.create().has_value());
  std::optional<std::jthread> releaser;
  target.on_step = [&](Step step, const std::string&, const Limit& limit) {
    if (step != Step::start || releaser) return;
    releaser.emplace([&] { EXPECT_TRUE(app.release().empty()); });
    std::mutex mutex;
    std::unique_lock lock{mutex};
    std::condition_variable_any never;
    never.wait(lock, limit.stop, [] { return false; });
  };
  (void)app.start();
  releaser.reset();
  EXPECT_EQ(app.state(), DeploymentState::released);
  EXPECT_EQ(target.world().held(), Holdings{});
}

TEST(Races, eight_creations_and_releases_at_once_do_not_disturb_each_other) {
  FakeTarget target;
  std::vector<std::jthread> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&target, name = "app" + std::to_string(i)] {
      auto sample = full_sample();
      for (int cycle = 0; cycle < 10; ++cycle) {
        Deployment app{sample.request(name), target};
        EXPECT_TRUE(app.create().has_value());
        EXPECT_TRUE(app.start().has_value());
        EXPECT_TRUE(app.release().empty());
      }
    });
  }
  clients.clear();
  EXPECT_EQ(target.world().held(), Holdings{});
  EXPECT_EQ(target.world().given_back_without_being_there(), Holdings{});
}

TEST(Races, components_that_end_while_the_application_is_released_disturb_nothing) {
  auto sample = full_sample();
  FakeTarget target;
  Deployment app{sample.request(), target};
  ASSERT_TRUE(app.create().has_value());
  std::jthread events{[&] {
    for (const auto* id : {"a:app", "b:app", "f:app"}) (void)app.component_ended(id, "exit 0");
  }};
  EXPECT_TRUE(app.release().empty());
}

}  // namespace
}  // namespace orbweaver::deploy
