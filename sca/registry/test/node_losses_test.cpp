// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/node_losses.hpp>

#include <gtest/gtest.h>

namespace orbweaver::registry {
namespace {

using What = NodeChange::What;
using Kind = NodeChange::Kind;
using Lines = std::vector<std::string>;

NodeChange node(What what, const std::string& id) {
  return {what, Kind::node, id, id, id, what == What::lost ? "it is silent" : ""};
}
NodeChange device(What what, const std::string& id, const std::string& of) {
  return {what, Kind::device, id, id, of, what == What::lost ? "it is silent" : ""};
}

TEST(TheLossesOfADomain, are_nodes_and_devices_that_went_without_a_word) {
  NodeLosses losses;
  losses.note(node(What::registered, "n1"));
  EXPECT_EQ(losses.lines(), Lines{});
  losses.note(device(What::lost, "d1", "n1"));
  EXPECT_EQ(losses.lines(), Lines{"device 'd1' of node 'n1' is lost: it is silent"});
}

TEST(TheLossesOfADomain, name_a_lost_node_and_not_each_of_its_devices) {
  NodeLosses losses;
  losses.note(device(What::lost, "d1", "n1"));
  losses.note(node(What::lost, "n1"));
  EXPECT_EQ(losses.lines(), Lines{"node 'n1' is lost: it is silent"});
  losses.note(node(What::registered, "n1"));
  EXPECT_EQ(losses.lines(), Lines{"device 'd1' of node 'n1' is lost: it is silent"});
  losses.note(device(What::registered, "d1", "n1"));
  EXPECT_EQ(losses.lines(), Lines{});
}

TEST(TheLossesOfADomain, are_forgotten_when_their_node_unregisters) {
  NodeLosses losses;
  losses.note(device(What::lost, "d1", "n1"));
  losses.note(device(What::lost, "d2", "n2"));
  losses.note(node(What::unregistered, "n1"));
  EXPECT_EQ(losses.lines(), Lines{"device 'd2' of node 'n2' is lost: it is silent"});
}

TEST(TheLossesOfADomain, are_bounded_and_those_beyond_are_counted) {
  NodeLosses losses;
  for (std::size_t i = 0; i < NodeLosses::kMost + 2; ++i)
    losses.note(node(What::lost, "n" + std::to_string(i)));
  ASSERT_EQ(losses.lines().size(), NodeLosses::kMost + 1);
  EXPECT_EQ(losses.lines().back(), "2 more were lost, which are not listed");
}

TEST(TheLossesOfADomain, count_each_of_those_beyond_once_and_as_long_as_it_is_lost) {
  NodeLosses losses;
  for (std::size_t i = 0; i < NodeLosses::kMost; ++i)
    losses.note(node(What::lost, "n" + std::to_string(i)));
  losses.note(node(What::lost, "x"));
  losses.note(node(What::registered, "x"));
  losses.note(node(What::lost, "x"));
  losses.note(device(What::lost, "d", "y"));
  EXPECT_EQ(losses.lines().back(), "2 more were lost, which are not listed");
  losses.note(node(What::registered, "x"));
  losses.note(node(What::unregistered, "y"));
  EXPECT_EQ(losses.lines().size(), NodeLosses::kMost);
}

TEST(TheLossesOfADomain, are_forgotten_when_an_operator_says_so) {
  NodeLosses losses;
  losses.note(node(What::lost, "n1"));
  losses.note(device(What::lost, "d1", "n1"));
  losses.note(device(What::lost, "d2", "n2"));
  losses.note(device(What::lost, "d3", "n2"));
  EXPECT_TRUE(losses.forget("n1"));
  EXPECT_TRUE(losses.forget("d2"));
  EXPECT_FALSE(losses.forget("d2"));
  EXPECT_EQ(losses.lines(), Lines{"device 'd3' of node 'n2' is lost: it is silent"});
}

}  // namespace
}  // namespace orbweaver::registry
