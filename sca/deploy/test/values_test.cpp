// SPDX-License-Identifier: Apache-2.0
// Values for a component: parameters of its execution, values of its configuration.
#include "sample.hpp"

#include <orbweaver/deploy/plan.hpp>

#include <gtest/gtest.h>

namespace orbweaver::deploy {
namespace {

using property::Kind;
using property::Override;
using property::Scalar;
using property::Type;
using testing::Sample;
using testing::simple;

Override given(const std::string& id, const std::string& value) { return {id, value, {}}; }

class Values : public ::testing::Test {
 protected:
  Values() {
    auto& a = sample_.add("a");
    a.prf.properties.emplace_back(simple("gain", Type::float_, Kind::configure, "1.5"));
    a.prf.properties.emplace_back(simple("rate", Type::ulong, Kind::configure));
    a.prf.properties.emplace_back(simple("input", Type::string, Kind::execparam, "air"));
    auto seen = simple("seen", Type::ulong, Kind::configure, "0");
    seen.mode = property::Mode::readonly;
    a.prf.properties.emplace_back(seen);
    sample_.sad.controller = profile::IdReference{"a", {}};
  }

  PlannedComponent planned(const PlanRequest& request) {
    PlanReport report;
    auto plan = make_dry_plan(request, report);
    EXPECT_TRUE(plan.has_value()) << to_text(report);
    return plan ? plan->components.at(0) : PlannedComponent{};
  }
  PlanFault fault_of(const PlanRequest& request) {
    PlanReport report;
    auto plan = make_dry_plan(request, report);
    EXPECT_FALSE(plan.has_value());
    return plan ? PlanFault{} : plan.error();
  }

  Sample sample_;
};

TEST_F(Values, are_the_defaults_of_writable_configure_properties) {
  const auto a = planned(sample_.request());
  EXPECT_EQ(a.configure, (Capacities{{"gain", Scalar{1.5F}}}));
  EXPECT_TRUE(a.configure_given.empty());
}

property::Simple with_range(property::Simple simple, const std::string& min,
                            const std::string& max) {
  simple.shape.range = property::Range{{min, {}}, {max, {}}};
  return simple;
}

TEST_F(Values, of_a_sad_that_are_out_of_range_or_of_no_property_are_left_out) {
  auto& a = sample_.parts("a");
  a.prf.properties.emplace_back(
      with_range(simple("level", Type::short_, Kind::configure, "1"), "0", "10"));
  sample_.instantiation("a").properties = {given("level", "11"), given("none", "1"),
                                           given("gain", "2")};
  const auto result = planned(sample_.request());
  EXPECT_EQ(result.configure,
            (Capacities{{"gain", Scalar{2.0F}}, {"level", Scalar{std::int16_t{1}}}}));
  EXPECT_EQ(result.configure_given, (Capacities{{"gain", Scalar{2.0F}}}));
  auto request = sample_.request();
  request.overrides = {{"a", given("level", "11")}};
  EXPECT_FALSE(fault_of(request).failures.empty());
}

TEST_F(Values, of_kind_execparam_go_to_the_execution) {
  sample_.instantiation("a").properties.push_back(given("input", "file"));
  const auto a = planned(sample_.request());
  ASSERT_EQ(a.execute->parameters.size(), 1U);
  EXPECT_EQ(a.execute->parameters[0], (std::pair<std::string, std::string>{"input", "file"}));
}

TEST_F(Values, say_how_many_connections_an_input_has_if_it_has_several) {
  const profile::InstantiationRef a{"a"}, b{"b"}, c{"c"};
  sample_.add("b");
  sample_.add("c");
  sample_.connect("1", b, "out", a, "audio_in");
  sample_.connect("2", b, "out", a, "other_in");
  EXPECT_NE(planned(sample_.request()).execute->parameters.back().first, "INPUT_CONNECTIONS");
  sample_.connect("3", c, "out", a, "audio_in");
  sample_.connect("4", a, "out", c, "audio_in");
  const std::pair<std::string, std::string> wanted{"INPUT_CONNECTIONS", "audio_in=2 other_in=1"};
  EXPECT_EQ(planned(sample_.request()).execute->parameters.back(), wanted);
}

TEST_F(Values, of_the_sad_go_before_defaults) {
  sample_.instantiation("a").properties = {given("gain", "2"), given("rate", "8000")};
  const auto a = planned(sample_.request());
  const Capacities wanted{{"gain", Scalar{2.0F}}, {"rate", Scalar{std::uint32_t{8000}}}};
  EXPECT_EQ(a.configure, wanted);
  EXPECT_EQ(a.configure_given, wanted);
}

TEST_F(Values, of_the_user_go_before_those_of_the_sad) {
  sample_.instantiation("a").properties = {given("gain", "2")};
  auto request = sample_.request();
  request.overrides = {{"a", given("gain", "3")}, {"other", given("gain", "9")}};
  EXPECT_EQ(planned(request).configure, (Capacities{{"gain", Scalar{3.0F}}}));
}

TEST_F(Values, of_the_creation_go_before_all_others) {
  sample_.instantiation("a").properties = {given("gain", "2")};
  auto request = sample_.request();
  request.configuration = {{"gain", Scalar{4.0F}}};
  EXPECT_EQ(planned(request).configure, (Capacities{{"gain", Scalar{4.0F}}}));
}

TEST_F(Values, of_the_creation_that_the_controller_has_not_are_refused) {
  auto request = sample_.request();
  request.configuration = {{"gain", Scalar{4.0F}}, {"seen", Scalar{1.0F}}, {"x", Scalar{1.0F}}};
  const auto fault = fault_of(request);
  EXPECT_EQ(fault.kind, PlanFault::Kind::invalid_configuration);
  EXPECT_EQ(fault.names, (std::vector<std::string>{"seen", "x"}));
}

TEST_F(Values, of_the_creation_that_have_another_type_or_no_range_are_refused) {
  for (auto& property : sample_.parts("a").prf.properties)
    if (auto* one = std::get_if<property::Simple>(&property); one != nullptr && one->id == "gain")
      one->shape.range = property::Range{"0", "10", {}};
  auto request = sample_.request();
  const auto is_refused = [&](property::Value value) {
    request.configuration = {{"gain", std::move(value)}};
    return fault_of(request).names == std::vector<std::string>{"gain"};
  };
  EXPECT_TRUE(is_refused(Scalar{4.0})) << "a double";
  EXPECT_TRUE(is_refused(Scalar{std::string{"4"}}));
  EXPECT_TRUE(is_refused(Scalar{11.0F})) << "out of range";
  EXPECT_TRUE(is_refused(property::Sequence{Type::float_, false, {Scalar{4.0F}}}));
  request.configuration = {{"gain", Scalar{4.0F}}};
  EXPECT_EQ(planned(request).configure, (Capacities{{"gain", Scalar{4.0F}}}));
}

TEST_F(Values, of_the_creation_are_execute_parameters_too) {
  sample_.instantiation("a").properties = {given("input", "file")};
  auto request = sample_.request();
  request.configuration = {{"input", Scalar{std::string{"antenna"}}}};
  const auto a = planned(request);
  EXPECT_EQ(a.execute->parameters,
            (std::vector<std::pair<std::string, std::string>>{{"input", "antenna"}}));
  EXPECT_TRUE(a.configure_given.empty());
  request.configuration = {{"input", Scalar{1.0F}}};
  EXPECT_EQ(fault_of(request).names, std::vector<std::string>{"input"});
}

TEST_F(Values, of_the_creation_go_to_the_component_whose_external_property_they_name) {
  auto& b = sample_.add("b");
  b.prf.properties.emplace_back(simple("width", Type::ulong, Kind::configure));
  sample_.sad.external_properties.push_back({"b", "width", "bandwidth", {}});
  auto request = sample_.request();
  request.configuration = {{"bandwidth", Scalar{std::uint32_t{7}}}};
  PlanReport report;
  const auto plan = make_dry_plan(request, report);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->find("b:app")->configure_given,
            (Capacities{{"width", Scalar{std::uint32_t{7}}}}));
}

TEST_F(Values, of_the_creation_go_to_the_component_that_they_name) {
  auto& b = sample_.add("b.2");
  b.prf.properties.emplace_back(simple("low.width", Type::ulong, Kind::configure));
  b.prf.properties.emplace_back(simple("input", Type::string, Kind::execparam, "air"));
  auto request = sample_.request();
  request.configuration = {{"b.2.low.width", Scalar{std::uint32_t{7}}},
                           {"b.2.input", Scalar{std::string{"file"}}}};
  PlanReport report;
  const auto plan = make_dry_plan(request, report);
  ASSERT_TRUE(plan.has_value());
  const auto* planned = plan->find("b.2:app");
  EXPECT_EQ(planned->configure_given, (Capacities{{"low.width", Scalar{std::uint32_t{7}}}}));
  EXPECT_EQ(planned->execute->parameters,
            (std::vector<std::pair<std::string, std::string>>{{"input", "file"}}));
  request.configuration = {{"b.2.none", Scalar{1.0F}}, {"c.low.width", Scalar{1.0F}}};
  EXPECT_EQ(fault_of(request).names, (std::vector<std::string>{"b.2.none", "c.low.width"}));
}

TEST_F(Values, of_the_controller_go_before_those_of_a_component_of_the_same_name) {
  sample_.add("b").prf.properties.emplace_back(simple("x", Type::ulong, Kind::configure));
  sample_.add("c").prf.properties.emplace_back(simple("b.x", Type::ulong, Kind::configure));
  sample_.sad.controller = profile::IdReference{"c", {}};
  auto request = sample_.request();
  request.configuration = {{"b.x", Scalar{std::uint32_t{7}}}};
  PlanReport report;
  const auto plan = make_dry_plan(request, report);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->find("c:app")->configure_given, (Capacities{{"b.x", Scalar{std::uint32_t{7}}}}));
}

TEST_F(Values, that_do_not_fit_are_refused_with_what_does_not) {
  sample_.instantiation("a").properties = {given("gain", "loud")};
  const auto fault = fault_of(sample_.request());
  EXPECT_EQ(fault.kind, PlanFault::Kind::invalid_profile);
  EXPECT_NE(line(fault.failures[0]).find("'gain'"), std::string::npos);
  EXPECT_NE(line(fault.failures[0]).find("loud"), std::string::npos);
}

TEST_F(Values, that_the_user_sets_and_the_component_has_not_are_refused) {
  auto request = sample_.request();
  request.overrides = {{"a", given("volume", "3")}};
  EXPECT_NE(line(fault_of(request).failures[0]).find("'volume': the component has none"),
            std::string::npos);
}

TEST_F(Values, of_stack_and_priority_are_those_of_the_implementation) {
  auto& code = *sample_.parts("a").spd.implementations[0].code;
  code.stacksize = "65536";
  code.priority = "12";
  const auto a = planned(sample_.request());
  EXPECT_EQ(a.execute->options, (ExecuteOptions{{"PRIORITY", "12"}, {"STACK_SIZE", "65536"}}));
}

}  // namespace
}  // namespace orbweaver::deploy
