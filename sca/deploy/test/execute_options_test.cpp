// SPDX-License-Identifier: Apache-2.0
// How a component's program is to run: what says it, in which order, and where the plan has it.
#include "sample.hpp"

#include <orbweaver/deploy/plan.hpp>

#include <gtest/gtest.h>

namespace orbweaver::deploy {
namespace {

using property::Kind;
using property::Override;
using property::Type;
using testing::Sample;
using testing::simple;

constexpr const char* kPriority = "EXECUTE_OPTION::PRIORITY";
constexpr const char* kAffinity = "EXECUTE_OPTION::CORE_AFFINITY";

Override given(const std::string& id, const std::string& value) { return {id, value, {}}; }

class Options : public ::testing::Test {
 protected:
  Options() {
    sample_.add("a");
    sample_.add("b");
  }
  profile::ImplementationCode& code() { return *sample_.parts("a").spd.implementations[0].code; }
  void declare(const char* id, Type type, const std::optional<std::string>& value) {
    auto& properties = sample_.parts("a").prf.properties;
    if (value)
      properties.emplace_back(simple(id, type, Kind::configure, *value));
    else
      properties.emplace_back(simple(id, type, Kind::configure));
  }
  void pin(const std::string& kind, const std::string& value) {
    sample_.instantiation("a").affinity = {given("affinity::exec_directive_class", kind),
                                           given("affinity::exec_directive_value", value)};
  }
  PlannedComponent planned() {
    auto plan = make_dry_plan(request(), report_);
    EXPECT_TRUE(plan.has_value()) << to_text(report_);
    return plan ? plan->components.at(0) : PlannedComponent{};
  }
  std::string options() {
    const auto result = planned();
    return result.execute ? to_text(result.execute->options) : "not executed";
  }
  std::string fault() {
    auto plan = make_dry_plan(request(), report_);
    return plan ? "" : line(plan.error().failures.at(0));
  }
  PlanRequest request() {
    auto request = sample_.request();
    request.overrides = set_;
    return request;
  }

  Sample sample_;
  std::vector<SetValue> set_;
  PlanReport report_;
};

TEST_F(Options, are_none_if_nobody_says_any) {
  EXPECT_EQ(options(), "");
  EXPECT_TRUE(report_.execute_options.empty());
}

TEST_F(Options, come_from_the_last_one_that_gives_them) {
  code().priority = "1";
  code().stacksize = "65536";
  EXPECT_EQ(options(), "PRIORITY=1 STACK_SIZE=65536");
  declare(kPriority, Type::ulong, "2");
  EXPECT_EQ(options(), "PRIORITY=2 STACK_SIZE=65536");
  sample_.instantiation("a").properties = {given(kPriority, "3")};
  EXPECT_EQ(options(), "PRIORITY=3 STACK_SIZE=65536");
  set_ = {{"a", given(kPriority, "4")}, {"b", given(kPriority, "9")}};
  EXPECT_EQ(options(), "PRIORITY=4 STACK_SIZE=65536");
}

TEST_F(Options, have_redhawks_affinity_between_the_default_and_the_instantiation) {
  declare(kAffinity, Type::string, "0");
  pin("cpu", " 1 ");
  EXPECT_EQ(options(), "CORE_AFFINITY=1");
  pin("cpuset", "2,3");
  EXPECT_EQ(options(), "CORE_AFFINITY=2,3");
  sample_.instantiation("a").properties = {given(kAffinity, "4")};
  EXPECT_EQ(options(), "CORE_AFFINITY=4");
}

TEST_F(Options, leave_out_affinities_that_are_about_no_processors) {
  pin("nic", "eth0");
  EXPECT_EQ(options(), "");
  pin("socket", "0");
  EXPECT_EQ(options(), "");
}

TEST_F(Options, need_no_property_of_the_component) {
  sample_.instantiation("a").properties = {given("EXECUTE_OPTION::SCHEDULING", "fifo")};
  set_ = {{"a", given(kPriority, "10")}};
  EXPECT_EQ(options(), "PRIORITY=10 SCHEDULING=fifo");
}

TEST_F(Options, are_taken_away_by_a_blank) {
  code().priority = "1";
  sample_.instantiation("a").properties = {given(kPriority, " ")};
  EXPECT_EQ(options(), "");
}

TEST_F(Options, are_no_parameters_and_configure_nothing) {
  declare(kPriority, Type::ulong, "2");
  sample_.parts("a").prf.properties.emplace_back(
      simple(kAffinity, Type::string, Kind::execparam, "0"));
  sample_.instantiation("a").properties = {given(kPriority, "3")};
  const auto result = planned();
  EXPECT_TRUE(result.execute->parameters.empty());
  EXPECT_TRUE(result.configure.empty());
  EXPECT_TRUE(result.configure_given.empty());
}

TEST_F(Options, cannot_be_configured_at_the_creation) {
  declare(kPriority, Type::ulong, "2");
  sample_.sad.controller = profile::IdReference{"a", {}};
  auto wanted = request();
  wanted.configuration = {{kPriority, property::Scalar{std::uint32_t{3}}}};
  const auto plan = make_dry_plan(wanted, report_);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().names, std::vector<std::string>{kPriority});
}

TEST_F(Options, that_do_not_fit_their_property_are_refused) {
  declare(kPriority, Type::ulong, "2");
  set_ = {{"a", given(kPriority, "high")}};
  EXPECT_NE(fault().find("'EXECUTE_OPTION::PRIORITY': 'high' is no"), std::string::npos) << fault();
}

TEST_F(Options, that_are_no_single_value_are_refused) {
  sample_.instantiation("a").properties = {{kAffinity, std::vector<property::Text>{}, {}}};
  EXPECT_NE(fault().find("an execute option is one value"), std::string::npos) << fault();
}

TEST_F(Options, are_in_the_report_of_the_plan) {
  set_ = {{"b", given(kPriority, "10")}, {"b", given(kAffinity, "1")}};
  (void)planned();
  EXPECT_NE(to_text(report_).find("component 'b' is executed with CORE_AFFINITY=1 PRIORITY=10\n"),
            std::string::npos)
      << to_text(report_);
  EXPECT_NE(to_json(report_).find(R"("CORE_AFFINITY": "1")"), std::string::npos)
      << to_json(report_);
}

}  // namespace
}  // namespace orbweaver::deploy
