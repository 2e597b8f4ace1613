// SPDX-License-Identifier: Apache-2.0
#include "connection_slots.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace orbweaver::server {
namespace {

class Guest final : public SlotHolder, public std::enable_shared_from_this<Guest> {
 public:
  explicit Guest(const std::shared_ptr<ConnectionSlots>& all) : slot(all, *this) {}
  [[nodiscard]] std::shared_ptr<SlotHolder> keep_slot() noexcept override {
    return weak_from_this().lock();
  }
  void end_silent(Lack lack) noexcept override {
    ++ended;
    for_lack_of = lack;
  }

  ConnectionSlots::Slot slot;
  int ended = 0;
  Lack for_lack_of{};
};

const PeerIdentity kNear{"near", false}, kFar{"far", false}, kHere{"here", true};

class PlacesTest : public testing::Test {
 protected:
  std::shared_ptr<Guest> make() { return std::make_shared<Guest>(all); }
  std::shared_ptr<Guest> take(const PeerIdentity& peer) {
    auto guest = make();
    EXPECT_EQ(all->take(guest->slot, peer), ConnectionSlots::Answer::taken);
    return guest;
  }
  std::shared_ptr<Guest> take_and_speak(const PeerIdentity& peer) {
    auto guest = take(peer);
    EXPECT_TRUE(guest->slot.speak());
    return guest;
  }

  const std::shared_ptr<ConnectionSlots> all = std::make_shared<ConnectionSlots>(
      ConnectionSlots::Bounds{.all = 4, .of_a_peer = 2, .of_anyone_here = 4});
};

TEST_F(PlacesTest, are_so_many_for_each_peer) {
  auto one = take_and_speak(kNear);
  const auto two = take_and_speak(kNear);
  EXPECT_EQ(all->take(make()->slot, kNear), ConnectionSlots::Answer::peer_full);
  const auto other = take(kFar);
  one.reset();
  const auto three = take(kNear);
  EXPECT_EQ(three->ended, 0);
}

TEST_F(PlacesTest, of_this_machine_s_programs_have_a_bound_of_their_own) {
  std::vector<std::shared_ptr<Guest>> guests;
  for (int i = 0; i < 4; ++i) guests.push_back(take_and_speak(kHere));
  EXPECT_EQ(all->take(make()->slot, kHere), ConnectionSlots::Answer::peer_full);
}

TEST_F(PlacesTest, that_are_all_in_use_stay_with_those_who_have_spoken) {
  const auto one = take_and_speak(kHere), two = take_and_speak(kHere),
             three = take_and_speak(kNear), four = take_and_speak(kNear);
  EXPECT_EQ(all->take(make()->slot, kFar), ConnectionSlots::Answer::all_full);
  EXPECT_EQ(one->ended + two->ended + three->ended + four->ended, 0);
}

TEST_F(PlacesTest, go_from_the_one_that_is_silent_longest_to_a_newcomer) {
  const auto speaking = take_and_speak(kHere), longest = take(kHere), silent = take(kHere),
             more = take(kNear);
  const auto newcomer = take(kFar);
  EXPECT_EQ(longest->ended, 1);
  EXPECT_EQ(speaking->ended + silent->ended + more->ended + newcomer->ended, 0);
  EXPECT_FALSE(longest->slot.speak()) << "it comes too late, and does not run";
  EXPECT_TRUE(silent->slot.speak());
}

TEST_F(PlacesTest, of_silent_ones_are_given_up_when_descriptors_run_out) {
  const auto speaking = take_and_speak(kHere), longest = take(kHere), silent = take(kNear);
  EXPECT_TRUE(all->end_silent_ones(now()));
  EXPECT_EQ(longest->ended, 1);
  EXPECT_EQ(longest->for_lack_of, SlotHolder::Lack::descriptors);
  EXPECT_EQ(speaking->ended + silent->ended, 0) << "one of four";
  EXPECT_TRUE(all->end_silent_ones(now()));
  EXPECT_FALSE(all->end_silent_ones(now()));
  EXPECT_EQ(speaking->ended, 0);
}

TEST_F(PlacesTest, of_those_who_have_just_come_stay_when_descriptors_run_out) {
  const auto before = now() - std::chrono::nanoseconds{1};
  const auto newcomer = take(kHere);
  EXPECT_FALSE(all->end_silent_ones(before));
  EXPECT_EQ(newcomer->ended, 0);
}

TEST_F(PlacesTest, of_a_peer_go_from_its_silent_one_to_its_newcomer) {
  const auto other = take(kFar), silent = take(kNear), speaking = take_and_speak(kNear);
  const auto newcomer = take_and_speak(kNear);
  EXPECT_EQ(silent->ended, 1);
  EXPECT_EQ(other->ended + speaking->ended, 0);
  EXPECT_EQ(all->take(make()->slot, kNear), ConnectionSlots::Answer::peer_full);
  EXPECT_EQ(other->ended, 0) << "it is of another peer";
}

TEST_F(PlacesTest, that_were_given_away_count_no_more) {
  const auto silent = take(kNear), one = take_and_speak(kNear), two = take_and_speak(kHere),
             three = take_and_speak(kHere);
  const auto newcomer = take_and_speak(kFar);
  EXPECT_EQ(silent->ended, 1);
  EXPECT_EQ(all->take(make()->slot, kFar), ConnectionSlots::Answer::all_full);
}

}  // namespace
}  // namespace orbweaver::server
