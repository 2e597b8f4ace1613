// An application from its creation to its release, over a fake target.
#include "fake_target.hpp"
#include "sample.hpp"

#include <orbweaver/deploy/deployment.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <latch>
#include <thread>

namespace orbweaver::deploy {
namespace {

using testing::FakeTarget;
using testing::full_sample;
using testing::Sample;

class DeploymentTest : public ::testing::Test {
 protected:
  std::unique_ptr<Deployment> application(DeploymentOptions options = {}) {
    auto made = std::make_unique<Deployment>(sample_.request(), target_, options);
    target_.on_end = [it = made.get()](const std::string& component, const std::string& how) {
      (void)it->component_ended(component, how);
    };
    return made;
  }

  static DeploymentOptions one_thread() {
    DeploymentOptions options;
    options.threads = 1;
    return options;
  }

  /// What was called, without getPort: it only asks.
  std::vector<std::string> calls() const {
    auto all = target_.calls();
    std::erase_if(all, [](const std::string& one) { return one.starts_with("get port"); });
    return all;
  }
  bool was_called(const std::string& call) const {
    return std::ranges::count(target_.calls(), call) > 0;
  }

  Sample sample_ = full_sample();
  FakeTarget target_;
};

using Calls = std::vector<std::string>;

TEST_F(DeploymentTest, creates_in_the_order_of_the_standard) {
  auto app = application(one_thread());
  ASSERT_TRUE(app->create().has_value());
  EXPECT_EQ(app->state(), State::ready);
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
  EXPECT_EQ(app->state(), State::running);
  const auto before = calls().size();
  EXPECT_TRUE(app->release().empty());
  EXPECT_EQ(app->state(), State::released);
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
  EXPECT_EQ(app->state(), State::failed);
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

TEST_F(DeploymentTest, connects_to_a_service_when_it_comes_and_waits_again_when_it_goes) {
  const FoundOwner log{FoundOwner::Way::domain_finder, "log", "service"};
  sample_.connect_to_service("a-log", "a", "log", "log");
  auto app = application();
  ASSERT_TRUE(app->create().has_value()) << "a service that is not there fails nothing";
  ASSERT_EQ(app->waiting().size(), 1U);
  EXPECT_EQ(app->waiting()[0].id, "a-log");
  target_.services.insert("log");
  EXPECT_TRUE(app->service_came(log).empty());
  EXPECT_TRUE(target_.world().has("connection a-log of a:app"));
  EXPECT_TRUE(app->waiting().empty());
  EXPECT_TRUE(app->service_went(log).empty());
  EXPECT_FALSE(target_.world().has("connection a-log of a:app"));
  EXPECT_EQ(app->waiting().size(), 1U);
  EXPECT_TRUE(app->service_came(log).empty());
  EXPECT_TRUE(app->release().empty());
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentTest, does_not_connect_to_another_service_of_the_same_type) {
  sample_.connect_to_service("a-log", "a", "log", "log");
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  target_.services = {"log", "other"};
  (void)app->service_came({FoundOwner::Way::domain_finder, "other", "service"});
  EXPECT_EQ(app->waiting().size(), 1U);
}

TEST_F(DeploymentTest, ends_a_wait_for_a_component_that_dies_and_names_it) {
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

TEST_F(DeploymentTest, ends_the_resources_of_a_factory_with_the_factory) {
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  target_.kill("f:app");
  EXPECT_TRUE(app->release().empty());
  EXPECT_FALSE(was_called("release resource m:app"));
  EXPECT_FALSE(was_called("disconnect m:app"));
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentTest, does_not_terminate_a_process_that_has_ended) {
  auto app = application();
  ASSERT_TRUE(app->create().has_value());
  target_.kill("b:app");
  EXPECT_TRUE(app->release().empty());
  EXPECT_FALSE(was_called("terminate b:app")) << "its number may be another process's";
  EXPECT_EQ(target_.world().held(), Calls{});
}

TEST_F(DeploymentTest, answers_the_end_of_a_component_by_the_policy) {
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

TEST_F(DeploymentTest, starts_the_rest_after_a_component_has_ended_and_the_rest_is_kept) {
  DeploymentOptions options;
  options.on_end = DeploymentOptions::OnEnd::keep;
  auto app = application(options);
  ASSERT_TRUE(app->create().has_value());
  target_.kill("b:app");
  EXPECT_TRUE(app->start().has_value());
  EXPECT_FALSE(was_called("start b:app"));
  EXPECT_TRUE(was_called("start m:app"));
}

TEST_F(DeploymentTest, stops_what_it_started_when_a_start_fails) {
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
  EXPECT_EQ(app->state(), State::stopped);
  EXPECT_FALSE(target_.world().has("running of b:app"));
}

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

TEST_F(DeploymentTest, expects_the_ends_of_components_whose_creation_it_undoes) {
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

TEST_F(DeploymentTest, does_not_call_a_component_again_that_did_not_answer) {
  Hangs faults{Step::initialise, "a:app"};
  FakeTarget target{&faults};
  Deployment app{sample_.request(), target, one_thread()};
  const auto created = app.create();
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(line(created.error().failure),
            "component 'a:app' on device 'gpp': initialise: timed out: no answer within 10 s");
  EXPECT_EQ(std::ranges::count(target.calls(), "release a:app"), 0);
  EXPECT_EQ(std::ranges::count(target.calls(), "release b:app"), 1);
  EXPECT_EQ(std::ranges::count(target.calls(), "terminate a:app"), 1);
  EXPECT_EQ(target.world().held(), Calls{});
}

TEST_F(DeploymentTest, gives_up_a_device_that_leaves_three_calls_unanswered) {
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

TEST_F(DeploymentTest, refuses_what_makes_no_sense_in_its_state) {
  auto app = application();
  EXPECT_EQ(line(app->start().error().at(0)), "start: refused: the application is creating");
  ASSERT_TRUE(app->create().has_value());
  EXPECT_FALSE(app->create().has_value());
  EXPECT_EQ(app->state(), State::ready);
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
