// SPDX-License-Identifier: Apache-2.0
// Every step × every way to fail × every place: afterwards nothing is left, nothing was given back
// twice, and the report names what failed.
#include "fake_target.hpp"
#include "sample.hpp"

#include <orbweaver/deploy/deployment.hpp>

#include <gtest/gtest.h>

#include <iostream>

namespace orbweaver::deploy {
namespace {

using testing::FakeTarget;
using testing::full_sample;
using testing::kWays;
using testing::Way;

struct Row {
  Step step = Step::plan;
  Way way = Way::error;
  std::string spot;
};

/// Fails once, where the row says.
class OneFault final : public testing::Faults {
 public:
  explicit OneFault(Row row) : row_(std::move(row)) {}
  std::optional<Way> at(Step step, const std::string& spot) override {
    if (has_bitten_ || step != row_.step || spot != row_.spot) return {};
    has_bitten_ = true;
    return row_.way;
  }
  bool has_bitten() const { return has_bitten_; }

 private:
  Row row_;
  std::atomic<bool> has_bitten_ = false;
};

std::vector<std::string> spots_of(Step step) {
  switch (step) {
    case Step::plan:
      return {};
    case Step::allocate:
    case Step::deallocate:
      return {"gpp", "radio"};
    case Step::load:
    case Step::unload:
      return {"gpp"};
    case Step::execute:
    case Step::bind:
    case Step::terminate:
    case Step::unbind:
      return {"a:app", "b:app", "f:app"};
    case Step::create_resource:
    case Step::release_resource:
      return {"m:app"};
    case Step::shut_down:
      return {"f:app"};
    case Step::configure:
      return {"a:app"};
    case Step::get_port:
      return {"a:app", "b:app", "m:app", "radio"};
    case Step::release:
      return {"a:app", "b:app"};
    default:
      return {"a:app", "b:app", "m:app"};
  }
}

bool is_device(const std::string& spot) { return !spot.ends_with(":app"); }

/// A step that a device does after its deadline is not undone until the node of the device is
/// started again. Steps of the domain itself are never late, and a port that is found late is as
/// good as one that is not.
bool can_be_late(Step step) {
  if (step == Step::allocate || step == Step::load || step == Step::execute) return false;
  return step != Step::unbind && step != Step::get_port;
}

/// A device has no process that could end, and neither has what a factory makes; a program is not
/// there before it is executed, nor after it was terminated.
bool can_happen(Step step, Way way, const std::string& spot) {
  if (way == Way::late) return can_be_late(step);
  if (way != Way::death && way != Way::loss) return true;
  return !is_device(spot) && spot != "m:app" && step != Step::unbind;
}

std::vector<Row> table() {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < kSteps; ++i) {
    const auto step = static_cast<Step>(i);
    for (const auto& spot : spots_of(step)) {
      for (const auto way : kWays) {
        if (can_happen(step, way, spot)) rows.push_back({step, way, spot});
      }
    }
  }
  return rows;
}

std::string name_of_row(const ::testing::TestParamInfo<Row>& info) {
  auto name = std::string{name_of(info.param.step)} + "_" +
              std::string{testing::name_of(info.param.way)} + "_at_" + info.param.spot;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

class FaultTable : public ::testing::TestWithParam<Row> {
 protected:
  FaultTable() : faults_(GetParam()), target_(&faults_), sample_(full_sample()) {}

  /// Create, start, stop, start, release; all failures.
  Failures whole_life() {
    Deployment application{sample_.request(), target_, options()};
    target_.on_end = [&](const std::string& component, const std::string& how) {
      (void)application.component_ended(component, how);
    };
    auto failures = create_and_start(application);
    std::ranges::move(application.release(), std::back_inserter(failures));
    EXPECT_TRUE(application.state() == DeploymentState::released ||
                application.state() == DeploymentState::failed);
    target_.on_end = nullptr;
    return failures;
  }

  Failures create_and_start(Deployment& application) {
    const auto created = application.create();
    if (!created) {
      report_ = to_text(application.report());
      Failures failures{created.error().failure};
      std::ranges::copy(created.error().not_given_back, std::back_inserter(failures));
      return failures;
    }
    Failures failures;
    for (const auto& outcome : {application.start(), application.stop(), application.start()}) {
      if (!outcome) std::ranges::copy(outcome.error(), std::back_inserter(failures));
    }
    return failures;
  }

  static DeploymentOptions options() {
    DeploymentOptions options;
    options.threads = 3;
    return options;
  }

  OneFault faults_;
  FakeTarget target_;
  testing::Sample sample_;
  std::string report_;
};

std::string all_lines(const Failures& failures) {
  std::string text;
  for (const auto& failure : failures) text += line(failure) + "\n";
  return text;
}

/// Whether the failing operation itself kept it: it was asked to give it back, and did not.
bool is_kept_by(const Row& row, const std::string& held) {
  if (row.step == Step::deallocate) return held.starts_with("capacity on " + row.spot);
  if (row.step == Step::unload) return held.starts_with("file ");
  if (row.step == Step::unbind) return held == "name " + row.spot;
  if (row.step == Step::terminate) return held.ends_with(" of " + row.spot);
  // The process of a factory takes all that the factory made along.
  return false;
}

bool is_silent(const Row& row, const Failures& failures) {
  // A lie is found out when a later step needs what it claims; until then nothing shows it. A
  // component that ends while it is released or stopped is released and stopped.
  const bool gives_back = row.step >= Step::stop;
  return failures.empty() && (row.way == Way::lie || (gives_back && row.way == Way::death));
}

bool names(const StepFailure& failure, const Row& row) {
  const auto& where = is_device(row.spot) ? failure.device : failure.component;
  return where == row.spot || line(failure).find(row.spot) != std::string::npos;
}

TEST_P(FaultTable, leaves_nothing_behind_and_names_what_failed) {
  const auto row = GetParam();
  const auto failures = whole_life();
  ASSERT_TRUE(faults_.has_bitten()) << "the fault was never met";
  for (const auto& held : target_.world().held()) {
    EXPECT_TRUE(is_kept_by(row, held)) << held << " is left\n" << all_lines(failures);
  }
  if (row.way != Way::lie) {
    EXPECT_EQ(target_.world().given_back_without_being_there(), std::vector<std::string>{});
  }
  if (row.way == Way::death && row.step > Step::stop) {
    EXPECT_EQ(all_lines(failures), "") << "what ends while it is released is released";
  }
  if (is_silent(row, failures)) return;
  ASSERT_FALSE(failures.empty()) << report_;
  EXPECT_TRUE(names(failures.front(), row)) << all_lines(failures);
  if (row.step == Step::allocate && row.way != Way::lie) {
    // Other devices are tried, and then there is no plan. Its report has the reason.
    EXPECT_EQ(failures.front().step, Step::plan);
    const auto reason = row.way == Way::hang ? "timed out" : "injected";
    EXPECT_NE(report_.find(reason), std::string::npos) << report_;
    return;
  }
  const bool is_found_later = row.step == Step::execute && row.way == Way::loss;
  if (row.way != Way::lie && row.way != Way::death && !is_found_later) {
    EXPECT_EQ(failures.front().step, row.step) << all_lines(failures);
  }
  const bool shows_the_lie = row.step == Step::execute || row.step == Step::get_port;
  if (row.way == Way::lie && shows_the_lie) {
    EXPECT_EQ(failures.front().step, row.step) << all_lines(failures);
    EXPECT_EQ(failures.front().fault.cause, Cause::wrong_answer) << all_lines(failures);
  }
  if (row.way == Way::hang || row.way == Way::late) {
    EXPECT_EQ(failures.front().fault.cause, Cause::timed_out) << all_lines(failures);
  }
  if (row.way == Way::death && row.step < Step::stop) {
    EXPECT_EQ(failures.front().fault.cause, Cause::ended) << all_lines(failures);
  }
}

INSTANTIATE_TEST_SUITE_P(all, FaultTable, ::testing::ValuesIn(table()), name_of_row);

TEST(FaultTableSize, every_step_has_rows_and_the_size_is_printed) {
  std::set<Step> steps;
  for (const auto& row : table()) steps.insert(row.step);
  EXPECT_EQ(steps.size(), kSteps - 1) << "all but plan, which is not an operation";
  std::cout << "fault table: " << table().size() << " rows: " << steps.size() << " steps, "
            << kWays.size() << " ways to fail, each component and device of the step\n";
}

}  // namespace
}  // namespace orbweaver::deploy
