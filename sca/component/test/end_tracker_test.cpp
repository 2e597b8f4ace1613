// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/end_tracker.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orbweaver::component {
namespace {

using ::testing::ElementsAre;

packets::Stamp packet(std::uint64_t connection, std::uint64_t number) {
  return {.connection = connection, .number = number};
}

void carry(EndTracker& tracker, std::size_t input, const packets::Stamp& stamp,
           bool is_end = false) {
  ASSERT_TRUE(tracker.accept(input, stamp, is_end));
  tracker.complete(input, stamp);
}

TEST(TheEndOfAStream, comes_when_every_packet_is_through) {
  EndTracker tracker(1, true);
  ASSERT_TRUE(tracker.accept(0, packet(7, 1), false));
  carry(tracker, 0, packet(7, 2), true);
  EXPECT_TRUE(tracker.has_ended());
  EXPECT_FALSE(tracker.is_over()) << "the first packet is still processed";
  tracker.complete(0, packet(7, 1));
  EXPECT_TRUE(tracker.is_over());
}

TEST(TheEndOfAStream, waits_for_packets_that_it_overtook) {
  EndTracker tracker(1, false);
  carry(tracker, 0, packet(7, 3), true);
  carry(tracker, 0, packet(7, 1));
  EXPECT_FALSE(tracker.is_over());
  carry(tracker, 0, packet(7, 2));
  EXPECT_TRUE(tracker.is_over());
  EXPECT_THAT(tracker.missing(), ElementsAre(0));
}

TEST(TheEndOfAStream, counts_what_is_missing_as_lost_when_it_gives_up) {
  EndTracker tracker(1, false);
  carry(tracker, 0, packet(7, 1));
  carry(tracker, 0, packet(7, 4), true);
  EXPECT_FALSE(tracker.is_over());
  tracker.give_up();
  EXPECT_TRUE(tracker.is_over());
  EXPECT_THAT(tracker.missing(), ElementsAre(2));
}

TEST(TheEndOfAStream, knows_in_order_that_what_is_missing_is_lost) {
  EndTracker tracker(1, true);
  carry(tracker, 0, packet(7, 4), true);
  EXPECT_TRUE(tracker.is_over());
  EXPECT_THAT(tracker.missing(), ElementsAre(3));
}

TEST(TheEndOfAStream, must_come_on_every_connection_of_every_input) {
  EndTracker tracker(2, true);
  carry(tracker, 0, packet(7, 1));
  carry(tracker, 0, packet(8, 1), true);
  EXPECT_FALSE(tracker.has_ended());
  carry(tracker, 0, packet(7, 2), true);
  EXPECT_FALSE(tracker.has_ended()) << "nothing came on the second input";
  carry(tracker, 1, packet(9, 1), true);
  EXPECT_TRUE(tracker.is_over());
}

TEST(TheEndOfAStream, of_a_sender_that_does_not_number_is_where_it_comes) {
  EndTracker tracker(1, false);
  carry(tracker, 0, packet(0, 0));
  carry(tracker, 0, packet(0, 0), true);
  EXPECT_TRUE(tracker.is_over());
}

TEST(TheEndOfAStream, is_not_put_off_by_packets_of_the_next_one) {
  EndTracker tracker(1, true);
  ASSERT_TRUE(tracker.accept(0, packet(7, 1), false));
  carry(tracker, 0, packet(7, 2), true);
  ASSERT_TRUE(tracker.accept(0, packet(7, 3), false));
  EXPECT_FALSE(tracker.is_over()) << "its own packet is still processed";
  tracker.complete(0, packet(7, 1));
  EXPECT_TRUE(tracker.is_over()) << "that of the next stream does not count";
  tracker.restart();
  EXPECT_FALSE(tracker.has_ended());
  carry(tracker, 0, packet(7, 4), true);
  EXPECT_FALSE(tracker.is_over()) << "its first packet is still processed";
  tracker.complete(0, packet(7, 3));
  EXPECT_TRUE(tracker.is_over());
  EXPECT_THAT(tracker.missing(), ElementsAre(0));
}

TEST(TheEndOfAStream, may_be_followed_by_that_of_the_next_one_before_it_is_over) {
  EndTracker tracker(1, true);
  ASSERT_TRUE(tracker.accept(0, packet(7, 1), false));
  carry(tracker, 0, packet(7, 2), true);
  carry(tracker, 0, packet(7, 3));
  carry(tracker, 0, packet(7, 5), true);
  EXPECT_FALSE(tracker.is_over());
  tracker.complete(0, packet(7, 1));
  ASSERT_TRUE(tracker.is_over());
  EXPECT_THAT(tracker.missing(), ElementsAre(0));
  carry(tracker, 0, packet(7, 6), true);
  tracker.restart();
  EXPECT_TRUE(tracker.is_over());
  EXPECT_THAT(tracker.missing(), ElementsAre(1));
  tracker.restart();
  EXPECT_TRUE(tracker.is_over()) << "of the third nothing but the end has come";
  tracker.restart();
  EXPECT_FALSE(tracker.has_ended());
}

TEST(TheEndOfAStream, waits_for_connections_on_which_nothing_has_come_yet) {
  EndTracker tracker(1, true);
  tracker.expect(0, 2);
  carry(tracker, 0, packet(7, 1), true);
  EXPECT_FALSE(tracker.has_ended());
  carry(tracker, 0, packet(8, 1));
  carry(tracker, 0, packet(8, 2), true);
  EXPECT_TRUE(tracker.is_over());
  tracker.restart();
  carry(tracker, 0, packet(8, 3), true);
  EXPECT_FALSE(tracker.has_ended()) << "another stream has as many connections";
}

TEST(TheEndOfAStream, counts_the_ends_of_senders_that_do_not_number) {
  EndTracker tracker(1, true);
  tracker.expect(0, 2);
  carry(tracker, 0, packet(0, 0), true);
  EXPECT_FALSE(tracker.has_ended());
  carry(tracker, 0, packet(0, 0));
  carry(tracker, 0, packet(0, 0), true);
  EXPECT_TRUE(tracker.is_over());
}

TEST(TheEndOfAStream, that_is_sent_again_counts_once) {
  EndTracker tracker(1, true);
  carry(tracker, 0, packet(7, 2), true);
  EXPECT_FALSE(tracker.accept(0, packet(7, 2), true));
  EXPECT_THAT(tracker.missing(), ElementsAre(1));
  tracker.restart();
  EXPECT_FALSE(tracker.accept(0, packet(7, 2), true)) << "also when its stream is over";
  EXPECT_FALSE(tracker.has_ended());
}

TEST(TheEndOfAStream, may_be_followed_by_another_stream) {
  EndTracker tracker(1, false);
  carry(tracker, 0, packet(7, 1));
  carry(tracker, 0, packet(7, 2), true);
  tracker.restart();
  EXPECT_FALSE(tracker.has_ended());
  carry(tracker, 0, packet(7, 4), true);
  EXPECT_FALSE(tracker.is_over());
  carry(tracker, 0, packet(7, 3));
  EXPECT_TRUE(tracker.is_over());
}

}  // namespace
}  // namespace orbweaver::component
