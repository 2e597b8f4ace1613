// SPDX-License-Identifier: Apache-2.0
// A component that does not answer is named. It is stopped and released all the same, as it may
// answer by then.
#include "deployment_fixture.hpp"

#include <optional>

namespace orbweaver::deploy {
namespace {

using Calls = std::vector<std::string>;

using testing::FakeTarget;

class DeploymentWithAHang : public testing::DeploymentTest {};

/// One step hangs at one place, whenever it is tried.
class Hangs final : public testing::Faults {
 public:
  Hangs(Step step, std::string spot) : step_(step), spot_(std::move(spot)) {}
  std::optional<testing::Way> at(Step step, const std::string& spot) override {
    if (step != step_ || spot != spot_) return {};
    return testing::Way::hang;
  }

 private:
  Step step_;
  std::string spot_;
};

TEST_F(DeploymentWithAHang, expects_the_ends_of_components_whose_creation_it_undoes) {
  Hangs faults{Step::initialise, "a:app"};
  FakeTarget target{&faults};
  Deployment app{sample_.request(), target, one_thread()};
  int ends = 0;
  target.on_step = [&](Step step, const std::string& component, const Limit&) {
    if (step != Step::terminate) return;
    EXPECT_EQ(app.component_ended(component, "killed by signal 15"), AfterEnd::expected);
    ++ends;
  };
  EXPECT_FALSE(app.create().has_value());
  EXPECT_GT(ends, 1);
}

TEST_F(DeploymentWithAHang, is_released_though_it_did_not_answer) {
  Hangs faults{Step::initialise, "a:app"};
  FakeTarget target{&faults};
  Deployment app{sample_.request(), target, one_thread()};
  const auto created = app.create();
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(line(created.error().failure),
            "component 'a:app' on device 'gpp': initialise: timed out: no answer within 10 s");
  EXPECT_EQ(std::ranges::count(target.calls(), "release a:app"), 1);
  EXPECT_EQ(std::ranges::count(target.calls(), "release b:app"), 1);
  EXPECT_EQ(std::ranges::count(target.calls(), "terminate a:app"), 1);
  EXPECT_EQ(target.world().held(), Calls{});
}

TEST_F(DeploymentWithAHang, stops_what_did_not_answer_to_its_start) {
  Hangs faults{Step::start, "a:app"};
  FakeTarget target{&faults};
  Deployment app{sample_.request(), target, one_thread()};
  ASSERT_TRUE(app.create().has_value());
  EXPECT_FALSE(app.start().has_value());
  EXPECT_EQ(std::ranges::count(target.calls(), "stop a:app"), 1) << "it may have started";
  EXPECT_TRUE(app.stop().has_value());
  EXPECT_EQ(std::ranges::count(target.calls(), "stop a:app"), 2);
  EXPECT_EQ(app.release().size(), 0U);
  EXPECT_EQ(target.world().held(), Calls{});
}

TEST_F(DeploymentWithAHang, stops_a_component_that_did_not_answer_to_its_stop) {
  Hangs faults{Step::stop, "a:app"};
  FakeTarget target{&faults};
  Deployment app{sample_.request(), target, one_thread()};
  ASSERT_TRUE(app.create().has_value());
  ASSERT_TRUE(app.start().has_value());
  EXPECT_FALSE(app.stop().has_value());
  const auto again = app.stop();
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().front().fault.text, "") << "it was called";
  EXPECT_EQ(std::ranges::count(target.calls(), "stop a:app"), 2);
  (void)app.release();
  EXPECT_EQ(std::ranges::count(target.calls(), "stop a:app"), 3);
  EXPECT_EQ(std::ranges::count(target.calls(), "release a:app"), 1);
}

TEST_F(DeploymentWithAHang, disconnects_what_answers_again) {
  Hangs faults{Step::start, "a:app"};
  FakeTarget target{&faults};
  Deployment app{sample_.request(), target, one_thread()};
  ASSERT_TRUE(app.create().has_value());
  EXPECT_FALSE(app.start().has_value());
  const auto connections = std::ranges::count(target.calls(), "connect a:app");
  ASSERT_GT(connections, 0);
  EXPECT_EQ(app.release().size(), 0U);
  EXPECT_EQ(std::ranges::count(target.calls(), "disconnect a:app"), connections);
}

TEST_F(DeploymentWithAHang, gives_a_silent_component_little_time_to_end) {
  Hangs faults{Step::initialise, "a:app"};
  FakeTarget target{&faults};
  std::optional<Nanoseconds> time;
  target.on_step = [&](Step step, const std::string& spot, const Limit& limit) {
    if (step == Step::release && spot == "a:app") time = limit.deadline.remaining();
  };
  Deployment app{sample_.request(), target, one_thread()};
  EXPECT_FALSE(app.create().has_value());
  ASSERT_TRUE(time.has_value());
  EXPECT_LE(*time, std::chrono::seconds{2});
}

TEST_F(DeploymentWithAHang, gives_up_a_device_that_leaves_three_calls_unanswered) {
  Hangs faults{Step::unload, "gpp"};
  FakeTarget target{&faults};
  Deployment app{sample_.request(), target, one_thread()};
  ASSERT_TRUE(app.create().has_value());
  const auto failures = app.release();
  EXPECT_EQ(std::ranges::count(target.calls(), "unload gpp"), 3) << "of four";
  EXPECT_EQ(std::ranges::count(target.calls(), "deallocate gpp"), 0);
  EXPECT_EQ(std::ranges::count(target.calls(), "deallocate radio"), 1);
  EXPECT_EQ(failures.size(), 6U) << "each is named: four files, capacity of two components";
}

}  // namespace
}  // namespace orbweaver::deploy
