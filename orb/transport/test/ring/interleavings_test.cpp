// SPDX-License-Identifier: Apache-2.0
// The ring and the sleep words in every order of the steps of their threads, with every value that
// the memory orders allow a load to return. weakened_orders_test.cpp shows what these cases find.
#include <gtest/gtest.h>

#include "ring_cases.hpp"
#include "sleep_cases.hpp"

namespace orbweaver::transport::ring {
namespace {

void expect_right(const model::Found& found, std::size_t least_states) {
  EXPECT_EQ(found.failure, "");
  EXPECT_GT(found.states, least_states);
  testing::Test::RecordProperty("runs", std::to_string(found.runs));
  testing::Test::RecordProperty("states", std::to_string(found.states));
}

// The smallest ring: three records fill it. Twelve go three times around.
TEST(Interleavings, of_writer_and_reader_keep_records_whole_and_in_order) {
  expect_right(pass_records<64>({8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}), 500);
}

// Payloads come to lie where commit words are later, and the other way round. Some records do not
// fit before the end, so that padding fills the rest.
TEST(Interleavings, of_records_of_other_sizes_find_no_old_payload) {
  expect_right(pass_records<128>({40, 40, 40, 8, 24, 0, 16}), 500);
}

TEST(Interleavings, of_a_reader_that_sleeps_give_it_all_records) {
  expect_right(pass_records_sleeping<Sleeps::reader>(0, {8, 8, 8}), 500);
}
TEST(Interleavings, of_a_full_ring_wake_the_writer_that_waits_for_room) {
  expect_right(pass_records_sleeping<Sleeps::writer>(3, {8, 8, 8, 8, 8}), 500);
}
TEST(Interleavings, of_a_full_ring_whose_sides_both_sleep_give_all_records) {
  expect_right(pass_records_sleeping<Sleeps::both>(3, {8, 8, 8, 8}), 500);
}

TEST(Interleavings, of_sleeper_and_waker_always_wake_a_sleeper_that_has_an_event) {
  for (const bool wakes_between : {false, true})
    expect_right(wake_for_events(3, wakes_between), 500);
}
TEST(Interleavings, of_the_first_event_wake_a_sleeper_that_never_announced) {
  expect_right(wake_a_new_sleeper(), 1);
}
TEST(Interleavings, of_two_wakers_always_wake_a_sleeper_that_has_an_event) {
  expect_right(wake_by_two(true), 500);
}

}  // namespace
}  // namespace orbweaver::transport::ring
