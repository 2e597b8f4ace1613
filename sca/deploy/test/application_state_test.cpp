// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/application_state.hpp>

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace orbweaver::deploy {
namespace {

using Arrow = std::pair<DeploymentState, DeploymentState>;

/// The arrows of the picture in application_state.hpp.
const std::set<Arrow> kPicture{
    {DeploymentState::creating, DeploymentState::ready},
    {DeploymentState::creating, DeploymentState::failed},
    {DeploymentState::creating, DeploymentState::releasing},
    {DeploymentState::ready, DeploymentState::running},
    {DeploymentState::ready, DeploymentState::stopped},
    {DeploymentState::ready, DeploymentState::releasing},
    {DeploymentState::running, DeploymentState::stopped},
    {DeploymentState::running, DeploymentState::releasing},
    {DeploymentState::stopped, DeploymentState::running},
    {DeploymentState::stopped, DeploymentState::releasing},
    {DeploymentState::releasing, DeploymentState::released},
};

/// A state that stays as it is: start of what runs, stop of what is stopped.
bool stays(DeploymentState from, DeploymentState to) {
  return from == to && (from == DeploymentState::running || from == DeploymentState::stopped);
}

TEST(ApplicationState, has_the_arrows_of_its_picture_and_no_others) {
  int legal = 0;
  for (std::size_t from = 0; from < kStates; ++from) {
    for (std::size_t to = 0; to < kStates; ++to) {
      const Arrow arrow{static_cast<DeploymentState>(from), static_cast<DeploymentState>(to)};
      const bool is_legal = ApplicationState::is_legal(arrow.first, arrow.second);
      EXPECT_EQ(is_legal, kPicture.contains(arrow) || stays(arrow.first, arrow.second))
          << name_of(arrow.first) << " to " << name_of(arrow.second);
      legal += is_legal ? 1 : 0;
    }
  }
  EXPECT_EQ(legal, 13);
}

TEST(ApplicationState, stays_where_it_is_if_a_step_is_not_legal) {
  ApplicationState state;
  EXPECT_FALSE(state.go_to(DeploymentState::running));
  EXPECT_EQ(state.now(), DeploymentState::creating);
  EXPECT_TRUE(state.go_to(DeploymentState::failed));
  EXPECT_FALSE(state.go_to(DeploymentState::releasing));
  EXPECT_TRUE(state.is_final());
}

TEST(ApplicationState, is_complete_between_creation_and_release) {
  ApplicationState state;
  EXPECT_FALSE(state.is_complete());
  for (const auto next : {DeploymentState::ready, DeploymentState::running,
                          DeploymentState::stopped, DeploymentState::running}) {
    ASSERT_TRUE(state.go_to(next));
    EXPECT_TRUE(state.is_complete());
  }
  ASSERT_TRUE(state.go_to(DeploymentState::releasing));
  EXPECT_FALSE(state.is_complete());
  EXPECT_FALSE(state.is_final());
}

}  // namespace
}  // namespace orbweaver::deploy
