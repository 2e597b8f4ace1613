// SPDX-License-Identifier: Apache-2.0
// An application from its creation to its release, over a fake target.
#include "deployment_fixture.hpp"

#include <latch>

namespace orbweaver::deploy {
namespace {

using testing::DeploymentTest;
using testing::Sample;
using Calls = std::vector<std::string>;

TEST_F(DeploymentTest, creates_in_the_order_of_the_standard) {
  auto app = application(one_thread());
  ASSERT_TRUE(app->create().has_value());
  EXPECT_EQ(app->state(), DeploymentState::ready);
  EXPECT_EQ(calls(), (Calls{
                         "allocate gpp",
                         "allocate gpp",
                         "allocate radio",  //
                         "load gpp",
                         "load gpp",
                         "execute a:app",  //
                         "load gpp",
                         "execute b:app",  //
                         "load gpp",
                         "execute f:app",  //
                         "bind a:app",
                         "bind b:app",
                         "bind f:app",             //
                         "create resource m:app",  //
                         "initialise a:app",
                         "initialise b:app",
                         "initialise m:app",
                         "connect a:app",
                         "connect b:app",
                         "connect b:app",
                         "connect m:app",
                         "configure a:app",
                     }));
}

TEST_F(DeploymentTest, releases_in_reverse_and_leaves_nothing) {
  auto app = application(one_thread());
  ASSERT_TRUE(app->create().has_value());
  ASSERT_TRUE(app->start().has_value());
  EXPECT_EQ(app->state(), DeploymentState::running);
  const auto before = calls().size();
  EXPECT_TRUE(app->release().empty());
  EXPECT_EQ(app->state(), DeploymentState::released);
  auto after = calls();
  after.erase(after.begin(), after.begin() + static_cast<std::ptrdiff_t>(before));
  EXPECT_EQ(after, (Calls{
                       "stop m:app",
                       "stop b:app",
                       "stop a:app",  //
                       "disconnect m:app",
                       "disconnect b:app",
                       "disconnect b:app",  //
                       "disconnect a:app",
                       "release b:app",
                       "release a:app",  //
                       "release resource m:app",
                       "shut down f:app",  //
                       "terminate f:app",
                       "terminate b:app",
                       "terminate a:app",  //
                       "unbind f:app",
                       "unbind b:app",
                       "unbind a:app",  //
                       "unload gpp",
                       "unload gpp",
                       "unload gpp",
                       "unload gpp",  //
                       "deallocate radio",
                       "deallocate gpp",
                       "deallocate gpp",
                   }));
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentTest, gives_a_program_its_identifier_name_and_profile) {
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  const auto executed = target_.executed();
  const auto a = std::ranges::find(executed, "a:app", &ExecuteRequest::component);
  ASSERT_NE(a, executed.end());
  EXPECT_EQ(a->naming_name, "a");
  EXPECT_EQ(a->profile, "a.spd.xml");
  EXPECT_EQ(a->file, "/bin/a");
  EXPECT_EQ(app->processes().size(), 3U);
}

TEST_F(DeploymentTest, starts_the_assembly_controller_alone_if_the_sad_has_no_start_order) {
  for (const auto* id : {"a", "b", "m"}) sample_.instantiation(id).startorder.reset();
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  ASSERT_TRUE(app->start().has_value());
  EXPECT_TRUE(was_called("start a:app"));
  EXPECT_FALSE(was_called("start b:app"));
}

TEST_F(DeploymentTest, starts_in_the_order_of_the_sad_and_the_controller_first_if_it_has_none) {
  sample_.instantiation("a").startorder.reset();
  sample_.instantiation("b").startorder = 2;
  sample_.instantiation("m").startorder = 1;
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  ASSERT_TRUE(app->start().has_value());
  const auto all = calls();
  EXPECT_EQ(Calls(all.end() - 3, all.end()), (Calls{"start a:app", "start m:app", "start b:app"}));
}

TEST_F(DeploymentTest, configures_other_components_with_what_the_sad_gives_them) {
  sample_.parts("b").prf.properties.emplace_back(
      testing::simple("width", property::Type::ulong, property::Kind::configure, "1"));
  auto without = application();
  ASSERT_TRUE(without->create().has_value());
  EXPECT_FALSE(target_.configured().contains("b:app")) << "it has its default";
  (void)without->release();
  sample_.instantiation("b").properties.push_back({"width", "7", {}});
  auto with = application();
  ASSERT_TRUE(with->create().has_value());
  EXPECT_EQ(target_.configured().at("b:app").size(), 1U);
}

TEST_F(DeploymentTest, configures_the_controller_alone_if_asked_to) {
  sample_.parts("b").prf.properties.emplace_back(
      testing::simple("width", property::Type::ulong, property::Kind::configure, "1"));
  sample_.instantiation("b").properties.push_back({"width", "7", {}});
  DeploymentOptions options;
  options.configure = DeploymentOptions::Configure::controller_only;
  auto app = application(options);
  ASSERT_TRUE(app->create().has_value());
  EXPECT_FALSE(target_.configured().contains("b:app"));
  EXPECT_TRUE(target_.configured().contains("a:app"));
}

TEST_F(DeploymentTest, launches_programs_side_by_side) {
  std::latch all_are_there{3};  // ends only if three executions are under way at once
  target_.on_step = [&](Step step, const std::string&, const Limit&) {
    if (step == Step::execute) all_are_there.arrive_and_wait();
  };
  DeploymentOptions options;
  options.threads = 3;
  sample_ = Sample{};
  for (const auto* id : {"a", "b", "c"}) sample_.add(id);
  auto app = application(options);
  EXPECT_TRUE(app->create().has_value());
}

TEST_F(DeploymentTest, gives_every_step_its_limit) {
  DeploymentOptions options;
  options.timeouts = Timeouts{std::chrono::hours{1}};
  options.timeouts.set(Step::load, Nanoseconds::zero());
  const auto before = now() + std::chrono::minutes{59};
  target_.on_step = [&](Step step, const std::string&, const Limit& limit) {
    EXPECT_EQ(limit.deadline.is_never(), step == Step::load) << name_of(step);
    const bool is_bounded = limit.deadline.is_never() || limit.deadline.moment() > before;
    EXPECT_TRUE(is_bounded) << name_of(step);
  };
  auto app = application(options);
  ASSERT_TRUE(app->create().has_value());
  ASSERT_TRUE(app->start().has_value());
  EXPECT_TRUE(app->release().empty());
}

TEST_F(DeploymentTest, fails_with_the_report_of_the_plan) {
  sample_.parts("a").spd.implementations[0].processors.push_back({"armv7l", {}, {}});
  auto app = application();
  const auto created = app->create();
  ASSERT_FALSE(created.has_value());
  ASSERT_TRUE(created.error().plan.has_value());
  EXPECT_EQ(created.error().plan->kind, PlanFault::Kind::no_device_fits);
  EXPECT_NE(to_text(app->report()).find("wants armv7l, found x86_64, x86"), std::string::npos);
  EXPECT_EQ(lines(created.error()).at(0).find("component 'a:app': plan: refused"), 0U);
  EXPECT_EQ(app->state(), DeploymentState::failed);
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentTest, gives_back_what_planning_took_when_a_later_component_finds_no_device) {
  sample_.parts("m").spd.implementations[0].processors.push_back({"armv7l", {}, {}});
  auto app = application();
  ASSERT_FALSE(app->create().has_value());
  EXPECT_TRUE(was_called("allocate gpp"));
  EXPECT_TRUE(was_called("deallocate gpp"));
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentTest, refuses_what_makes_no_sense_in_its_state) {
  auto app = application();
  EXPECT_EQ(line(app->start().error().at(0)), "start: refused: the application is creating");
  ASSERT_TRUE(app->create().has_value());
  EXPECT_FALSE(app->create().has_value());
  EXPECT_EQ(app->state(), DeploymentState::ready);
  (void)app->release();
  EXPECT_EQ(line(app->stop().error().at(0)), "stop: refused: the application is released");
  EXPECT_TRUE(app->release().empty());
}

TEST_F(DeploymentTest, is_released_before_it_was_created) {
  auto app = application();
  EXPECT_TRUE(app->release().empty());
  EXPECT_FALSE(app->create().has_value());
  EXPECT_EQ(calls(), Calls{});
}

TEST_F(DeploymentTest, releases_what_is_there_when_it_goes_out_of_scope) {
  {
    auto app = application();
    ASSERT_TRUE(app->create().has_value());
  }
  EXPECT_EQ(target_.world().held(), Calls{});
}

}  // namespace
}  // namespace orbweaver::deploy
