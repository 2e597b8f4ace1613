// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/route_state.hpp>

#include <gtest/gtest.h>

namespace orbweaver::client {
namespace {

using giop::Permanence;
using Position = RouteState::Position;

RouteState sent_on(Permanence permanence) {
  RouteState route;
  route.sent_on(permanence);
  return route;
}

TEST(RouteState, begins_at_the_object_that_was_called) {
  EXPECT_EQ(RouteState{}.position(), Position::at_origin);
  EXPECT_FALSE(RouteState{}.may_go_back());
}

TEST(RouteState, lets_a_request_back_that_was_sent_elsewhere_for_now) {
  auto route = sent_on(Permanence::for_now);
  EXPECT_EQ(route.position(), Position::for_now);
  ASSERT_TRUE(route.may_go_back());
  route.goes_back();
  EXPECT_EQ(route.position(), Position::back_at_origin);
}

TEST(RouteState, lets_no_request_back_that_was_sent_elsewhere_for_good) {
  EXPECT_EQ(sent_on(Permanence::permanently).position(), Position::for_good);
  EXPECT_FALSE(sent_on(Permanence::permanently).may_go_back());
}

TEST(RouteState, lets_the_last_place_say_whether_there_is_a_way_back) {
  auto route = sent_on(Permanence::permanently);
  route.sent_on(Permanence::for_now);
  EXPECT_EQ(route.position(), Position::for_now);
  route.sent_on(Permanence::permanently);
  EXPECT_EQ(route.position(), Position::for_good);
}

TEST(RouteState, has_no_way_back_from_an_alternative_or_from_where_it_must_stay) {
  RouteState alternative;
  alternative.takes_alternative();
  EXPECT_EQ(alternative.position(), Position::for_good);
  auto staying = sent_on(Permanence::for_now);
  staying.stays();
  EXPECT_EQ(staying.position(), Position::for_good);
}

// Every sequence of so many moves.
void walk(RouteState route, int moves_left, int times_back) {
  ASSERT_LE(times_back, 1);
  if (route.position() == Position::back_at_origin || route.position() == Position::once_more) {
    ASSERT_EQ(times_back, 1);
    ASSERT_FALSE(route.may_go_back());
  }
  if (moves_left == 0) return;
  for (const auto permanence : {Permanence::for_now, Permanence::permanently}) {
    auto after = route;
    after.sent_on(permanence);
    walk(after, moves_left - 1, times_back);
    after.takes_alternative();
    ASSERT_FALSE(after.may_go_back());
    walk(after, moves_left - 1, times_back);
  }
  if (!route.may_go_back()) return;
  auto after = route;
  after.stays();
  walk(after, moves_left - 1, times_back);
  route.goes_back();
  walk(route, moves_left - 1, times_back + 1);
}

TEST(RouteState, lets_a_request_back_once_at_most_whatever_happens) { walk({}, 6, 0); }

}  // namespace
}  // namespace orbweaver::client
