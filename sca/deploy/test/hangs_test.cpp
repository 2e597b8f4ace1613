// What does not answer is named, and is called no more.
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

TEST_F(DeploymentWithAHang, does_not_call_a_component_again_that_did_not_answer) {
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
