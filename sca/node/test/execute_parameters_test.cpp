#include <gtest/gtest.h>

#include "launcher.hpp"

namespace orbweaver::node {
namespace {

NodeComponent component(NodeComponent::Kind kind) {
  NodeComponent made;
  made.kind = kind;
  made.id = "gpp";
  made.label = "the gpp";
  made.profile = "/gpp.spd.xml";
  made.parameters = {{"gain", "3"}};
  return made;
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
  const auto made = parameters_of(component(NodeComponent::Kind::device), {"IOR:1", "IOR:2"});
  ASSERT_EQ(made.size(), 7U);
  EXPECT_EQ(made[4], (std::pair<std::string, std::string>{"Composite_DEVICE_IOR", "IOR:2"}));
  EXPECT_EQ(made[5], (std::pair<std::string, std::string>{"COMPOSITE_DEVICE_IOR", "IOR:2"}));
}

TEST(ExecuteParameters, of_a_service_have_its_name) {
  EXPECT_EQ(parameters_of(component(NodeComponent::Kind::service), {"IOR:1", {}}),
            (Parameters{{"DEVICE_MGR_IOR", "IOR:1"}, {"SERVICE_NAME", "the gpp"}, {"gain", "3"}}));
}

}  // namespace
}  // namespace orbweaver::node
