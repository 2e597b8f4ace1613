// SPDX-License-Identifier: Apache-2.0
// One requirement against one device.
#include "compare.hpp"

#include "sample.hpp"

#include <gtest/gtest.h>

namespace orbweaver::deploy {
namespace {

using property::Action;
using property::Type;
using testing::allocation;
using testing::executable_device;

struct ActionCase {
  Action action;
  bool less, equal, more;  // what a device with 4 says to a wanted 5, 4, 3
};

class Actions : public ::testing::TestWithParam<ActionCase> {};

TEST_P(Actions, has_the_device_on_its_left_and_the_wanted_value_on_its_right) {
  auto device = executable_device("gpp");
  device.properties.push_back(allocation("cores", Type::long_, GetParam().action, 4));
  const auto says = [&](const char* wanted) {
    const auto match = compare_property(profile::PropertyRef{"cores", wanted, {}}, device);
    EXPECT_FALSE(match.capacity.has_value());
    return match.comparison.matches;
  };
  EXPECT_EQ(says("5"), GetParam().less);
  EXPECT_EQ(says("4"), GetParam().equal);
  EXPECT_EQ(says("3"), GetParam().more);
}

INSTANTIATE_TEST_SUITE_P(all, Actions,
                         ::testing::Values(ActionCase{Action::eq, false, true, false},
                                           ActionCase{Action::ne, true, false, true},
                                           ActionCase{Action::gt, false, false, true},
                                           ActionCase{Action::lt, true, false, false},
                                           ActionCase{Action::ge, false, true, true},
                                           ActionCase{Action::le, true, true, false}),
                         [](const auto& row) { return std::string{name_of(row.param.action)}; });

TEST(Compare, leaves_an_external_property_to_the_device) {
  const auto device = executable_device("gpp", 100);
  const auto match = compare_property(profile::PropertyRef{"memory", "250", {}}, device);
  EXPECT_TRUE(match.comparison.matches);
  ASSERT_TRUE(match.capacity.has_value());
  EXPECT_EQ(*match.capacity, (Capacity{"memory", property::Scalar{std::int32_t{250}}}));
}

TEST(Compare, shows_both_values) {
  auto device = executable_device("gpp");
  device.properties.push_back(allocation("cores", Type::long_, Action::ge, 4));
  const auto match = compare_property(profile::PropertyRef{"cores", "8", {}}, device);
  EXPECT_EQ(line(match.comparison), "property 'cores': wants ge 8, found 4");
}

TEST(Compare, refuses_a_property_that_the_device_has_not) {
  const auto match = compare_property(profile::PropertyRef{"gpu", "1", {}}, executable_device("g"));
  EXPECT_FALSE(match.comparison.matches);
  EXPECT_EQ(line(match.comparison),
            "property 'gpu': wants 1, found no allocation property with this id");
}

TEST(Compare, refuses_a_value_that_is_not_of_the_property_s_type) {
  const auto match =
      compare_property(profile::PropertyRef{"memory", "much", {}}, executable_device("gpp"));
  EXPECT_FALSE(match.comparison.matches);
  EXPECT_NE(match.comparison.wanted.find("much"), std::string::npos);
}

TEST(Compare, takes_one_item_of_a_sequence_that_matches) {
  auto device = executable_device("gpp");
  property::SimpleSequence modes;
  modes.id = modes.name = "modes";
  modes.shape.type = Type::string;
  modes.action = Action::eq;
  property::Sequence has{Type::string, false, {}};
  for (const auto* mode : {"fm", "am"}) has.items.emplace_back(property::Scalar{std::string{mode}});
  device.properties.push_back({modes, has});
  EXPECT_TRUE(compare_property(profile::PropertyRef{"modes", "am", {}}, device).comparison.matches);
  EXPECT_FALSE(
      compare_property(profile::PropertyRef{"modes", "ssb", {}}, device).comparison.matches);
}

TEST(Compare, compares_names_of_systems_and_processors_without_regard_to_case) {
  const OperatingSystem os{"Linux", "6.1.0-18"};
  EXPECT_TRUE(compare_os({{"linux", {}, {}}}, os)->matches);
  EXPECT_FALSE(compare_os({{"VxWorks", {}, {}}}, os)->matches);
  EXPECT_TRUE(compare_processor({{"arm", {}, {}}, {"X86", {}, {}}}, {"x86_64", "x86"})->matches);
  EXPECT_FALSE(compare_processor({{"arm", {}, {}}}, {"x86_64", "x86"})->matches);
}

TEST(Compare, wants_nothing_of_a_device_if_no_system_is_listed) {
  EXPECT_FALSE(compare_os({}, {}).has_value());
  EXPECT_FALSE(compare_processor({}, {}).has_value());
}

TEST(Compare, takes_a_version_that_begins_the_device_s) {
  const OperatingSystem os{"Linux", "5.10.2"};
  for (const auto* fits : {"", "5", "5.10", "5.10.2"}) {
    EXPECT_TRUE(compare_os({{"Linux", fits, {}}}, os)->matches) << fits;
  }
  for (const auto* other : {"5.1", "5.10.2.1", "6"}) {
    EXPECT_FALSE(compare_os({{"Linux", other, {}}}, os)->matches) << other;
  }
}

TEST(Compare, wants_a_device_that_can_do_what_the_code_needs) {
  profile::ImplementationCode code;
  code.type = profile::CodeType::shared_library;
  EXPECT_TRUE(compare_code(code, DeviceKind::loadable, Runs::by_itself).matches);
  EXPECT_FALSE(compare_code(code, DeviceKind::plain, Runs::by_itself).matches);
  code.entrypoint = "make_filter";
  EXPECT_FALSE(compare_code(code, DeviceKind::loadable, Runs::by_itself).matches);
  EXPECT_TRUE(compare_code(code, DeviceKind::executable, Runs::by_itself).matches);
}

TEST(Device, takes_its_system_and_processors_from_its_allocation_properties) {
  const std::vector<property::Property> properties{
      testing::simple("os_name", Type::string, property::Kind::allocation, "Linux"),
      testing::simple("os_version", Type::string, property::Kind::allocation, "6.1"),
      testing::simple("processor_name", Type::string, property::Kind::allocation, "armv7l"),
      testing::simple("gain", Type::float_, property::Kind::configure, "1")};
  DeployDevice device;
  add_properties(device, properties);
  EXPECT_EQ(device.os.name, "Linux");
  EXPECT_EQ(device.os.version, "6.1");
  EXPECT_EQ(device.processors, std::vector<std::string>{"armv7l"});
  EXPECT_EQ(device.properties.size(), 3U);
}

}  // namespace
}  // namespace orbweaver::deploy
