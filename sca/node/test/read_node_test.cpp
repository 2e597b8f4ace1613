// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/node_plan.hpp>

#include <gtest/gtest.h>

#include "node_files.hpp"

namespace orbweaver::node {
namespace {

using namespace test;
using Parameters = std::vector<std::pair<std::string, std::string>>;

class ReadNode : public testing::Test {
 protected:
  [[nodiscard]] NodePlan plan(const std::string& text) const {
    auto read = read_node({.dcd = files.dcd(text), .root = files.root()});
    if (read) return *std::move(read);
    ADD_FAILURE() << read.error().front();
    return {};
  }
  [[nodiscard]] std::string error(const std::string& text) const {
    const auto read = read_node({.dcd = files.dcd(text), .root = files.root()});
    if (read) return {};
    EXPECT_EQ(read.error().size(), 1U);
    return read.error().front().substr(files.root().string().size() + 1);
  }
  NodeFiles files;
};

TEST_F(ReadNode, says_what_the_node_is) {
  const auto new_plan = plan(dcd(device("gpp")));
  EXPECT_EQ(new_plan.identifier, "DCE:node");
  EXPECT_EQ(new_plan.label, "Node");
  EXPECT_EQ(new_plan.profile, "/node.dcd.xml");
  EXPECT_EQ(new_plan.root, files.root());
  ASSERT_TRUE(new_plan.domain_manager);
  EXPECT_EQ(new_plan.domain_manager->name, "Domain/Domain");
  ASSERT_EQ(new_plan.properties.size(), 1U);
  EXPECT_EQ(common_of(new_plan.properties.front()).id, "site");
}

TEST_F(ReadNode, finds_the_program_for_this_machine) {
  const auto new_plan = plan(dcd(device("gpp")));
  ASSERT_EQ(new_plan.components.size(), 1U);
  const auto& gpp = new_plan.components.front();
  EXPECT_EQ(gpp.kind, NodeComponent::Kind::device);
  EXPECT_EQ(gpp.label, "the gpp");
  EXPECT_EQ(gpp.profile, "/device/device.spd.xml");
  EXPECT_EQ(gpp.code.implementation, "linux");
  EXPECT_EQ(gpp.code.program, "/device/run");
  EXPECT_TRUE(std::filesystem::equivalent(gpp.code.path, files.root() / "device/run"));
  EXPECT_EQ(gpp.fault, "");
  EXPECT_EQ(new_plan.find("gpp"), &gpp);
  EXPECT_EQ(new_plan.find("other"), nullptr);
}

TEST_F(ReadNode, gives_execute_parameters_and_what_may_be_configured) {
  const auto new_plan = plan(dcd(device("gpp", behave("silent") + value("gain", "2.5"))));
  const auto& gpp = new_plan.components.front();
  EXPECT_EQ(gpp.parameters, (Parameters{{"behave", "silent"}}));
  ASSERT_EQ(gpp.configure.size(), 1U);  // not the serial number, which is readonly
  EXPECT_EQ(gpp.configure.front().id, "gain");
  EXPECT_EQ(gpp.configure.front().value, property::Value{property::Scalar{2.5}});
}

TEST_F(ReadNode, gives_execute_options_that_no_profile_declares) {
  const auto new_plan = plan(dcd(device("gpp", value("EXECUTE_OPTION::CORE_AFFINITY", "0"))));
  const auto& gpp = new_plan.components.front();
  EXPECT_EQ(gpp.code.options, (deploy::ExecuteOptions{{"CORE_AFFINITY", "0"}}));
  for (const auto& [id, text] : gpp.parameters) EXPECT_EQ(id, "behave");
  EXPECT_TRUE(gpp.configure.empty());
  EXPECT_EQ(gpp.fault, "");
}

TEST_F(ReadNode, starts_devices_after_those_that_they_need) {
  const auto new_plan =
      plan(dcd(device("part", {}, "<compositepartofdevice refid=\"whole\"/>") + device("whole") +
               device("guest", {}, "<deployondevice refid=\"whole\"/>")));
  ASSERT_EQ(new_plan.components.size(), 3U);
  EXPECT_EQ(new_plan.components[0].id, "whole");
  EXPECT_EQ(new_plan.components[1].id, "part");
  EXPECT_EQ(new_plan.components[1].part_of, "whole");
  EXPECT_EQ(new_plan.components[2].deploy_on, "whole");
}

TEST_F(ReadNode, plans_a_component_whose_program_is_missing_with_its_fault) {
  std::filesystem::remove(files.root() / "device/run");
  const auto new_plan = plan(dcd(device("gpp")));
  const auto& fault = new_plan.components.front().fault;
  EXPECT_NE(fault.find("implementation 'windows': os: wants Windows, found Linux"),
            std::string::npos)
      << fault;
  EXPECT_NE(fault.find("implementation 'linux': '"), std::string::npos) << fault;
  EXPECT_NE(fault.find("device/run' is not there"), std::string::npos) << fault;
}

TEST_F(ReadNode, chooses_by_the_processor) {
  auto text = std::string{R"(<?xml version="1.0"?><softpkg id="x" name="x"><author/>)"} +
              R"(<descriptor><localfile name="device.scd.xml"/></descriptor>)" +
              R"(<implementation id="toaster">)" +
              R"(<code type="Executable"><localfile name="run"/></code>)" +
              R"(<os name="Linux"/><processor name="toaster"/></implementation></softpkg>)";
  files.write("device/device.spd.xml", text);
  const auto path = files.dcd(dcd(device("gpp")));
  EXPECT_NE(plan(dcd(device("gpp"))).components.front().fault, "");
  const auto node = read_node(
      {.dcd = path, .root = files.root(), .machine = {{"linux", "6"}, {"arm", "toaster"}}});
  ASSERT_TRUE(node);
  EXPECT_EQ(node->components.front().code.implementation, "toaster");
}

TEST_F(ReadNode, names_file_line_and_element_of_what_is_wrong) {
  EXPECT_TRUE(error(dcd(device("part", {}, "<compositepartofdevice refid=\"none\"/>")))
                  .starts_with("node.dcd.xml:"));
  EXPECT_NE(error(dcd(device("a", {}, "<deployondevice refid=\"a\"/>"))).find("waits for another"),
            std::string::npos);
}

TEST_F(ReadNode, needs_no_domain_manager_in_the_dcd_if_the_user_names_one) {
  auto text = dcd(device("gpp"));
  const auto begin = text.find("<domainmanager>"), end = text.find("</domainmanager>");
  text.erase(begin, end + 16 - begin);
  EXPECT_NE(error(text).find("domain"), std::string::npos);
  EXPECT_TRUE(
      read_node({.dcd = files.dcd(text), .root = files.root(), .needs_domain_manager = false}));
}

TEST_F(ReadNode, refuses_what_is_no_dcd) {
  const auto read =
      read_node({.dcd = files.root() / "device/device.spd.xml", .root = files.root()});
  ASSERT_FALSE(read);
  EXPECT_TRUE(read.error().front().ends_with("it is no device configuration (DCD)"));
  EXPECT_FALSE(read_node({.dcd = files.root() / "none.dcd.xml", .root = files.root()}));
}

}  // namespace
}  // namespace orbweaver::node
