// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/device_arguments.hpp>

#include <gtest/gtest.h>

namespace orbweaver::node {
namespace {

using Words = std::vector<std::string>;

TEST(DeviceArguments, are_those_of_the_standard_and_others) {
  const auto read = parse_device_arguments(
      Words{"DEVICE_MGR_IOR", "IOR:1", "PROFILE_NAME", "/a.spd.xml", "DEVICE_ID", "a",
            "DEVICE_LABEL", "the a", "Composite_DEVICE_IOR", "IOR:2", "gain", "3"});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->device_manager, "IOR:1");
  EXPECT_EQ(read->profile, "/a.spd.xml");
  EXPECT_EQ(read->identifier, "a");
  EXPECT_EQ(read->label, "the a");
  EXPECT_EQ(read->composite, "IOR:2");
  EXPECT_EQ(read->parameters.size(), 1U);
}

TEST(DeviceArguments, may_have_dashes_and_the_spelling_of_redhawk) {
  const auto read = parse_device_arguments(
      Words{"-DEVICE_MGR_IOR", "IOR:1", "--DEVICE_ID", "a", "COMPOSITE_DEVICE_IOR", "IOR:2"});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->identifier, "a");
  EXPECT_EQ(read->label, "a");
  EXPECT_EQ(read->composite, "IOR:2");
}

TEST(DeviceArguments, say_what_is_missing) {
  EXPECT_EQ(parse_device_arguments(Words{"DEVICE_ID"}).error(),
            "'DEVICE_ID' has no value: arguments are pairs of an id and a value");
  EXPECT_EQ(parse_device_arguments(Words{}).error(),
            "DEVICE_MGR_IOR is missing: a device manager starts this program, and gives it");
  EXPECT_EQ(parse_device_arguments(Words{"DEVICE_MGR_IOR", "IOR:1"}).error(),
            "DEVICE_ID is missing: give it and a value");
}

}  // namespace
}  // namespace orbweaver::node
