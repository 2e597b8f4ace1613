// SPDX-License-Identifier: Apache-2.0
// A component ends before it is asked to: during the creation, before the start, during the
// release.
#include "deployment_fixture.hpp"

#include <condition_variable>
#include <latch>
#include <mutex>
#include <thread>

namespace orbweaver::deploy {
namespace {

using Calls = std::vector<std::string>;

class DeploymentWhoseComponentEnds : public testing::DeploymentTest {};

TEST_F(DeploymentWhoseComponentEnds, ends_a_wait_for_a_component_that_dies_and_names_it) {
  auto app = application(one_thread());
  std::latch waits{1};
  target_.on_step = [&](Step step, const std::string& spot, const Limit& limit) {
    if (step != Step::bind || spot != "a:app") return;
    // Waits as a target does for a component that does not register.
    std::mutex mutex;
    std::unique_lock lock{mutex};
    std::condition_variable_any never;
    waits.count_down();
    never.wait(lock, limit.stop, [] { return false; });
  };
  std::jthread observer{[&] {
    waits.wait();
    EXPECT_EQ(app->component_ended("b:app", "exit status 3"), AfterEnd::creation_ends);
  }};
  const auto created = app->create();
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(created.error().failure.component, "b:app");
  EXPECT_EQ(created.error().failure.fault.cause, Cause::ended);
  EXPECT_NE(line(created.error().failure).find("exit status 3"), std::string::npos);
}

TEST_F(DeploymentWhoseComponentEnds, ends_the_resources_of_a_factory_with_the_factory) {
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  target_.kill("f:app");
  EXPECT_TRUE(app->release().empty());
  EXPECT_FALSE(was_called("release resource m:app"));
  EXPECT_FALSE(was_called("disconnect m:app"));
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentWhoseComponentEnds, does_not_terminate_a_process_that_has_ended) {
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  target_.kill("b:app");
  EXPECT_TRUE(app->release().empty());
  EXPECT_FALSE(was_called("terminate b:app")) << "its number may be another process's";
  EXPECT_EQ(target_.world().held(), Calls{});
}

class FailsAt final : public testing::Faults {
 public:
  explicit FailsAt(Step step) : step_(step) {}
  std::optional<testing::Way> at(Step step, const std::string& spot) override {
    const bool is_it = step == step_ && spot == "b:app";
    return is_it ? std::optional{testing::Way::error} : std::nullopt;
  }

 private:
  Step step_;
};

// It ends by itself after it has answered, and its device may report the end before the domain has
// read the answer.
TEST_F(DeploymentWhoseComponentEnds, reports_the_failure_that_the_component_answered_before) {
  FailsAt faults{Step::release};
  testing::FakeTarget target{&faults};
  Deployment app{sample_.request(), target, {}};
  ASSERT_TRUE(app.create().has_value());
  target.on_step = [&](Step step, const std::string& spot, const Limit&) {
    if (step == Step::release && spot == "b:app")
      (void)app.component_ended("b:app", "exit status 0");
  };
  const auto failures = app.release();
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_EQ(failures.front().step, Step::release);
  EXPECT_EQ(failures.front().fault.text, "injected error");
}

TEST_F(DeploymentWhoseComponentEnds, names_the_reason_that_the_component_gave_before) {
  FailsAt faults{Step::initialise};
  testing::FakeTarget target{&faults};
  Deployment app{sample_.request(), target, {}};
  target.on_step = [&](Step step, const std::string& spot, const Limit&) {
    if (step == Step::initialise && spot == "b:app")
      (void)app.component_ended("b:app", "exit status 3");
  };
  const auto created = app.create();
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(created.error().failure.step, Step::initialise);
  EXPECT_EQ(created.error().failure.fault.text, "injected error");
}

TEST_F(DeploymentWhoseComponentEnds, terminates_the_process_of_an_object_that_is_gone) {
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  EXPECT_EQ(app->component_ended("b:app", "its object does not exist any more", EndedPart::object),
            AfterEnd::tear_down);
  EXPECT_TRUE(app->release().empty());
  EXPECT_TRUE(was_called("terminate b:app"));
  EXPECT_FALSE(was_called("release b:app"));
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentWhoseComponentEnds, terminates_no_process_that_ended_after_its_object) {
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  (void)app->component_ended("b:app", "its object does not exist any more", EndedPart::object);
  target_.kill("b:app");
  EXPECT_TRUE(app->release().empty());
  EXPECT_FALSE(was_called("terminate b:app")) << "its number may be another process's";
}

TEST_F(DeploymentWhoseComponentEnds, ends_the_process_of_an_object_at_once_where_the_rest_is_kept) {
  DeploymentOptions options;
  options.on_end = DeploymentOptions::OnEnd::keep;
  auto app = application(options);
  ASSERT_TRUE(app->create().has_value());
  EXPECT_EQ(app->component_ended("b:app", "it cannot be reached", EndedPart::object),
            AfterEnd::keep);
  EXPECT_FALSE(app->end_process("b:app").has_value());
  EXPECT_FALSE(app->end_process("b:app").has_value());
  EXPECT_TRUE(app->release().empty());
  EXPECT_FALSE(app->end_process("a:app").has_value()) << "it was released";
  EXPECT_EQ(std::ranges::count(target_.calls(), "terminate b:app"), 1);
  EXPECT_EQ(std::ranges::count(target_.calls(), "terminate a:app"), 1);
}

TEST_F(DeploymentWhoseComponentEnds, answers_the_end_of_a_component_by_the_policy) {
  for (const auto policy : {DeploymentOptions::OnEnd::tear_down, DeploymentOptions::OnEnd::keep}) {
    DeploymentOptions options;
    options.on_end = policy;
    Deployment app{sample_.request(), target_, options};
    target_.on_end = nullptr;
    ASSERT_TRUE(app.create().has_value());
    const bool tears_down = policy == DeploymentOptions::OnEnd::tear_down;
    EXPECT_EQ(app.component_ended("b:app", "killed by signal 9"),
              tears_down ? AfterEnd::tear_down : AfterEnd::keep);
    EXPECT_EQ(app.component_ended("b:app", "killed by signal 9"), AfterEnd::expected);
  }
}

TEST_F(DeploymentWhoseComponentEnds,
       starts_the_rest_after_a_component_has_ended_and_the_rest_is_kept) {
  DeploymentOptions options;
  options.on_end = DeploymentOptions::OnEnd::keep;
  auto app = application(options);
  ASSERT_TRUE(app->create().has_value());
  target_.kill("b:app");
  EXPECT_TRUE(app->start().has_value());
  EXPECT_FALSE(was_called("start b:app"));
  EXPECT_TRUE(was_called("start m:app"));
}

TEST_F(DeploymentWhoseComponentEnds, stops_what_it_started_when_a_start_fails) {
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  target_.kill("m:app");
  const auto started = app->start();
  // m is made by a factory: its end was reported, and it is passed over.
  EXPECT_TRUE(started.has_value());
  target_.kill("a:app");
  const auto again = app->start();
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().at(0).component, "a:app");
  EXPECT_EQ(app->state(), DeploymentState::stopped);
  EXPECT_FALSE(target_.world().has("running of b:app"));
}

}  // namespace
}  // namespace orbweaver::deploy
