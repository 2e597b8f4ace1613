// SPDX-License-Identifier: Apache-2.0
// An application that another deployment takes over: it goes on with it, or gives it back.
#include "deployment_fixture.hpp"

namespace orbweaver::deploy {
namespace {

using testing::DeploymentTest;

class ASnapshot : public DeploymentTest {
 protected:
  /// The snapshot of an application whose process is killed: nothing is given back.
  ApplicationSnapshot leave_behind(bool is_started = true) {
    auto app = application(one_thread());
    EXPECT_TRUE(app->create().has_value());
    if (is_started) {
      EXPECT_TRUE(app->start().has_value());
    }
    auto snapshot = app->snapshot();
    app->abandon();
    return snapshot;
  }
  std::unique_ptr<Deployment> restored(const ApplicationSnapshot& snapshot,
                                       DeploymentOptions options = {}) {
    options.threads = 1;
    auto deployment = std::make_unique<Deployment>(PlanRequest{}, target_, options);
    target_.on_end = [it = deployment.get()](const std::string& component, const std::string& how) {
      (void)it->component_ended(component, how);
    };
    deployment->restore(snapshot);
    return deployment;
  }
};

TEST_F(ASnapshot, that_is_abandoned_leaves_all_outside) {
  const auto snapshot = leave_behind();
  EXPECT_EQ(snapshot.state, DeploymentState::running);
  EXPECT_EQ(snapshot.processes.size(), 3U);
  EXPECT_FALSE(target_.world().held().empty());
}

TEST_F(ASnapshot, is_given_back_as_a_whole) {
  auto app = restored(leave_behind());
  EXPECT_TRUE(app->release().empty());
  EXPECT_TRUE(target_.world().held().empty()) << target_.world().held().front();
  EXPECT_TRUE(target_.world().given_back_without_being_there().empty());
  EXPECT_EQ(app->state(), DeploymentState::released);
}

TEST_F(ASnapshot, goes_on_without_a_call_but_for_its_ports) {
  const auto snapshot = leave_behind();
  const auto before = calls();
  auto app = restored(snapshot);
  ASSERT_TRUE(app->adopt().has_value());
  EXPECT_EQ(calls(), before);
  EXPECT_EQ(app->state(), DeploymentState::running);
  EXPECT_EQ(app->processes(), snapshot.processes);
  EXPECT_EQ(app->snapshot().taken, snapshot.taken) << "the third one can take it over, too";
  ASSERT_TRUE(app->stop().has_value());
  EXPECT_TRUE(was_called("stop a:app"));
  EXPECT_TRUE(app->release().empty());
  EXPECT_TRUE(target_.world().held().empty()) << target_.world().held().front();
  EXPECT_TRUE(target_.world().given_back_without_being_there().empty());
}

TEST_F(ASnapshot, is_not_adopted_if_a_component_has_ended) {
  auto app = restored(leave_behind());
  target_.kill("b:app");
  const auto adopted = app->adopt();
  ASSERT_FALSE(adopted.has_value());
  EXPECT_EQ(line(adopted.error()),
            "component 'b:app' on device 'gpp': bind: the component ended: killed by signal 9");
  (void)app->release();
  EXPECT_TRUE(target_.world().held().empty()) << target_.world().held().front();
}

TEST_F(ASnapshot, keeps_that_a_component_had_ended_before) {
  auto app = application(one_thread());
  ASSERT_TRUE(app->create().has_value());
  target_.kill("b:app");
  const auto snapshot = app->snapshot();
  EXPECT_EQ(snapshot.ended.at("b:app"), "killed by signal 9");
  app->abandon();
  auto again = restored(snapshot);
  target_.on_end = {};
  const auto before = calls().size();
  EXPECT_TRUE(again->release().empty());
  const auto all = calls();
  EXPECT_EQ(std::ranges::count(all, "terminate b:app"), 0) << "its number may be another's";
  EXPECT_GT(all.size(), before);
}

TEST_F(ASnapshot, of_a_creation_has_what_was_taken_so_far) {
  std::vector<ApplicationSnapshot> noted;
  auto options = one_thread();
  const Deployment* it = nullptr;
  options.on_taken = [&] { noted.push_back(it->snapshot()); };
  auto app = application(options);
  it = app.get();
  ASSERT_TRUE(app->create().has_value());
  app->abandon();
  ASSERT_EQ(noted.size(), 2U);
  EXPECT_TRUE(noted[0].processes.empty());
  EXPECT_EQ(noted[0].state, DeploymentState::creating);
  EXPECT_FALSE(noted[0].taken.empty()) << "the capacity";
  EXPECT_EQ(noted[1].processes.size(), 3U);
}

}  // namespace
}  // namespace orbweaver::deploy
