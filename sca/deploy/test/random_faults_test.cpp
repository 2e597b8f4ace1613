// SPDX-License-Identifier: Apache-2.0
// A thousand applications with faults at random places: whatever happens, what is left is what a
// failure names.
#include "fake_target.hpp"
#include "sample.hpp"

#include <orbweaver/deploy/deployment.hpp>

#include <gtest/gtest.h>

#include <iostream>
#include <random>

namespace orbweaver::deploy {
namespace {

using testing::FakeTarget;
using testing::full_sample;
using testing::Way;

constexpr unsigned kSeed = 20260;
constexpr int kCycles = 1000;

/// Every operation fails with the same small chance. No lies: what a liar keeps nothing can name.
class RandomFaults final : public testing::Faults {
 public:
  explicit RandomFaults(unsigned seed) : random_(seed) {}

  std::optional<Way> at(Step step, const std::string& spot) override {
    const std::lock_guard lock{mutex_};
    if (std::uniform_int_distribution{0, 99}(random_) >= 4) return {};
    const auto way = static_cast<Way>(std::uniform_int_distribution{0, 3}(random_));
    const bool can_die = spot.ends_with(":app") && !spot.starts_with("m") && step != Step::unbind;
    const auto chosen = way == Way::death && !can_die ? Way::error : way;
    ++bitten_[{step, chosen}];
    return chosen;
  }

  /// How often each way met each step.
  std::map<std::pair<Step, Way>, int> bitten() const { return bitten_; }

 private:
  std::mutex mutex_;
  std::mt19937 random_;
  std::map<std::pair<Step, Way>, int> bitten_;
};

struct Cycle {
  bool was_created = false;
  Failures failures;  // of what should have been given back
};

Cycle live(testing::Sample& sample, FakeTarget& target, const std::string& name) {
  DeploymentOptions options;
  options.threads = 2;
  options.on_end = DeploymentOptions::OnEnd::keep;
  Deployment app{sample.request(name), target, options};
  target.on_end = [&](const std::string& component, const std::string& how) {
    (void)app.component_ended(component, how);
  };
  Cycle cycle;
  if (const auto created = app.create(); !created) {
    cycle.failures = created.error().not_given_back;
  } else {
    cycle.was_created = true;
    (void)app.start();
    (void)app.stop();
    (void)app.start();
    cycle.failures = app.release();
  }
  EXPECT_TRUE(app.state() == DeploymentState::released || app.state() == DeploymentState::failed);
  target.on_end = nullptr;
  return cycle;
}

/// Whether a failure accounts for what is left.
bool accounts_for(const StepFailure& failure, const std::string& held) {
  switch (failure.step) {
    case Step::deallocate:
      return held.starts_with("capacity on " + failure.device);
    case Step::unload:
      return held.starts_with("file ") && held.ends_with(" on " + failure.device);
    case Step::unbind:
      return held == "name " + failure.component;
    case Step::terminate:
      return held.ends_with(" of " + failure.component) || held.ends_with(" of m:app");
    default:
      return false;
  }
}

TEST(RandomFaults, leave_nothing_but_what_a_failure_names) {
  auto sample = full_sample();
  RandomFaults faults{kSeed};
  int created = 0;
  for (int i = 0; i < kCycles; ++i) {
    FakeTarget target{&faults};
    const auto cycle = live(sample, target, "app");
    created += cycle.was_created ? 1 : 0;
    for (const auto& held : target.world().held()) {
      const bool is_named = std::ranges::any_of(
          cycle.failures, [&](const StepFailure& failure) { return accounts_for(failure, held); });
      ASSERT_TRUE(is_named) << "cycle " << i << ", seed " << kSeed << ": " << held << " is left";
    }
    ASSERT_EQ(target.world().given_back_without_being_there(), std::vector<std::string>{})
        << "cycle " << i << ", seed " << kSeed;
  }
  int bites = 0;
  std::set<Step> steps;
  for (const auto& [where, count] : faults.bitten()) {
    bites += count;
    steps.insert(where.first);
  }
  EXPECT_EQ(steps.size(), kSteps - 1) << "every operation was met";
  EXPECT_GT(created, 0);
  EXPECT_LT(created, kCycles);
  std::cout << "random faults: seed " << kSeed << ", " << kCycles << " applications, " << created
            << " created, " << bites << " faults in " << steps.size() << " steps\n";
}

}  // namespace
}  // namespace orbweaver::deploy
