// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/node_plan.hpp>

#include <gtest/gtest.h>

namespace orbweaver::node {
namespace {

NodeComponent component(const std::string& id, const std::string& deploy_on = {},
                        const std::string& part_of = {}) {
  NodeComponent node_component;
  node_component.id = id;
  node_component.deploy_on = deploy_on;
  node_component.part_of = part_of;
  return node_component;
}

std::string order_of(std::vector<NodeComponent> components) {
  const auto ordered = in_start_order(std::move(components));
  if (!ordered) return ordered.error();
  std::string ids;
  for (const auto& entry : *ordered) ids += entry.id;
  return ids;
}

TEST(StartOrder, is_that_of_the_dcd) {
  EXPECT_EQ(order_of({}), "");
  EXPECT_EQ(order_of({component("b"), component("a"), component("c")}), "bac");
}

TEST(StartOrder, puts_a_component_after_the_device_that_executes_it) {
  EXPECT_EQ(order_of({component("a", "c"), component("b"), component("c")}), "bca");
}

TEST(StartOrder, puts_a_part_after_its_composite_device) {
  EXPECT_EQ(order_of({component("a", {}, "b"), component("b", {}, "c"), component("c")}), "cba");
}

TEST(StartOrder, names_the_devices_that_wait_for_each_other) {
  EXPECT_EQ(order_of({component("a", "b"), component("b", {}, "a"), component("c")}),
            "each of the devices 'a', 'b' waits for another one of them; change deployondevice or "
            "compositepartofdevice of one");
  EXPECT_TRUE(order_of({component("a", "a")}).starts_with("each of the devices 'a' waits"));
}

}  // namespace
}  // namespace orbweaver::node
