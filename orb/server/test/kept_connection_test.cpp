#include "kept_connection.hpp"

#include <orbweaver/transport/connection_traits.hpp>

#include <gtest/gtest.h>

namespace orbweaver::server {
namespace {

using transport::kDefaultPollTime;

constexpr auto kOtherIsFree = [] { return true; };
constexpr auto kNoOtherIsFree = [] { return false; };
constexpr auto kNothingComes = [] { return false; };

// Lets the first waits pass, in which an accepted connection is not kept.
KeptConnection kept_from_now_on() {
  KeptConnection kept{kDefaultPollTime};
  for (unsigned i = 0; i < transport::PoliteSpin::kFirstWaitsOfAccepted; ++i)
    EXPECT_FALSE(kept.gets_input([] { return true; }, kOtherIsFree)) << "wait " << i;
  return kept;
}

TEST(KeptConnection, gets_what_has_come_while_others_ran) {
  auto kept = kept_from_now_on();
  for (int i = 0; i < 100; ++i)
    EXPECT_TRUE(kept.gets_input([] { return true; }, kNoOtherIsFree)) << "wait " << i;
}

TEST(KeptConnection, is_looked_at_once_if_no_other_thread_is_free) {
  auto kept = kept_from_now_on();
  int looks = 0;
  EXPECT_FALSE(kept.gets_input([&] { return ++looks > 1; }, kNoOtherIsFree));
  EXPECT_EQ(looks, 1);
}

TEST(KeptConnection, is_looked_at_again_while_another_thread_is_free) {
  auto kept = kept_from_now_on();
  int looks = 0;
  // Where others want the processor, the first yield of a wait is the last.
  while (looks < 2) {
    looks = 0;
    (void)kept.gets_input([&] { return ++looks == 2; }, kOtherIsFree);
  }
}

TEST(KeptConnection, is_let_go_of_when_nothing_comes) {
  auto kept = kept_from_now_on();
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(kept.gets_input(kNothingComes, kOtherIsFree));
}

TEST(KeptConnection, is_never_looked_at_if_the_orb_is_not_to_poll) {
  KeptConnection kept{Nanoseconds{0}};
  int looks = 0;
  for (int i = 0; i < 100; ++i)
    EXPECT_FALSE(kept.gets_input([&] { return ++looks > 0; }, kOtherIsFree));
  EXPECT_EQ(looks, 0);
}

}  // namespace
}  // namespace orbweaver::server
