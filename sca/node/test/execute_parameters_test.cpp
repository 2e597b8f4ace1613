// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "launcher.hpp"

namespace orbweaver::node {
namespace {

NodeComponent component(NodeComponent::Kind kind) {
  NodeComponent node_component;
  node_component.kind = kind;
  node_component.id = "gpp";
  node_component.label = "the gpp";
  node_component.profile = "/gpp.spd.xml";
  node_component.parameters = {{"gain", "3"}};
  return node_component;
}

TEST(ExecuteParameters, of_a_device_are_those_of_the_standard) {
  EXPECT_EQ(parameters_of(component(NodeComponent::Kind::device), {"IOR:1", {}}),
            (Parameters{{"DEVICE_MGR_IOR", "IOR:1"},
                        {"PROFILE_NAME", "/gpp.spd.xml"},
                        {"DEVICE_ID", "gpp"},
                        {"DEVICE_LABEL", "the gpp"},
                        {"gain", "3"}}));
}

TEST(ExecuteParameters, of_a_part_name_its_composite_device_in_both_spellings) {
  const auto parameters = parameters_of(component(NodeComponent::Kind::device), {"IOR:1", "IOR:2"});
  ASSERT_EQ(parameters.size(), 7U);
  EXPECT_EQ(parameters[4], (std::pair<std::string, std::string>{"Composite_DEVICE_IOR", "IOR:2"}));
  EXPECT_EQ(parameters[5], (std::pair<std::string, std::string>{"COMPOSITE_DEVICE_IOR", "IOR:2"}));
}

TEST(ExecuteParameters, of_a_service_have_its_name) {
  EXPECT_EQ(parameters_of(component(NodeComponent::Kind::service), {"IOR:1", {}}),
            (Parameters{{"DEVICE_MGR_IOR", "IOR:1"}, {"SERVICE_NAME", "the gpp"}, {"gain", "3"}}));
}

}  // namespace
}  // namespace orbweaver::node
