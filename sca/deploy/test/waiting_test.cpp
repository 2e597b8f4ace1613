// SPDX-License-Identifier: Apache-2.0
// Waits, and events that end them: registrations, lives, work side by side.
#include <orbweaver/deploy/lives.hpp>
#include <orbweaver/deploy/registrations.hpp>
#include <orbweaver/deploy/side_by_side.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

namespace orbweaver::deploy {
namespace {

ObjectRef object() { return std::make_shared<int>(1); }
Limit no_limit(std::stop_token stop = {}) { return {Deadline::never(), std::move(stop)}; }

TEST(Registrations, gives_a_component_that_has_registered_before) {
  Registrations all;
  const auto reference = object();
  all.add("a", reference);
  EXPECT_EQ(all.await("a", no_limit()).value(), reference);
}

TEST(Registrations, wakes_a_thread_that_awaits_a_component) {
  Registrations all;
  const auto reference = object();
  std::jthread component{[&] { all.add("a", reference); }};
  EXPECT_EQ(all.await("a", no_limit()).value(), reference);
}

TEST(Registrations, gives_up_at_the_deadline) {
  const Registrations all;
  const auto found = all.await("a", {Deadline::at(now()), {}});
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().cause, Cause::timed_out);
}

TEST(Registrations, ends_the_wait_when_stop_is_requested) {
  const Registrations all;
  std::stop_source source;
  std::jthread other{[&] { source.request_stop(); }};
  const auto found = all.await("a", no_limit(source.get_token()));
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().cause, Cause::cancelled);
}

TEST(Registrations, forgets_what_is_removed) {
  Registrations all;
  all.add("a", object());
  all.remove("a");
  EXPECT_EQ(all.find("a"), nullptr);
}

TEST(Lives, requests_stop_for_the_component_that_ends_and_for_no_other) {
  Lives lives;
  const auto a = lives.while_wanted("a");
  const auto b = lives.while_wanted("b");
  EXPECT_TRUE(lives.ended("a", "exit status 3"));
  EXPECT_TRUE(a.stop_requested());
  EXPECT_TRUE(lives.while_it_lives("a").stop_requested());
  EXPECT_FALSE(b.stop_requested());
  EXPECT_EQ(lives.how_ended("a"), "exit status 3");
  EXPECT_EQ(lives.condition("a"), Lives::Condition::ended);
}

TEST(Lives, counts_the_first_report_of_an_end) {
  Lives lives;
  EXPECT_TRUE(lives.ended("a", "killed by signal 9"));
  EXPECT_FALSE(lives.ended("a", "gone"));
  EXPECT_EQ(lives.how_ended("a"), "killed by signal 9");
  EXPECT_TRUE(lives.ended("b", "exit status 1"));
  EXPECT_EQ(lives.first_ending()->component, "a");
}

TEST(Lives, cancels_what_was_begun_and_what_is_begun_later_but_not_what_gives_back) {
  Lives lives;
  const auto early = lives.while_wanted("a");
  const auto giving_back = lives.while_it_lives("a");
  lives.cancel();
  EXPECT_TRUE(early.stop_requested());
  EXPECT_TRUE(lives.while_wanted("b").stop_requested());
  EXPECT_FALSE(giving_back.stop_requested());
  EXPECT_EQ(lives.condition("a"), Lives::Condition::answers);
}

TEST(Lives, has_no_lock_of_its_own_while_it_requests_stop) {
  Lives lives;
  std::atomic<int> calls = 0;
  const std::stop_callback callback{lives.while_wanted("a"), [&] {
                                      ++calls;
                                      (void)lives.condition("a");
                                    }};
  lives.cancel();
  EXPECT_EQ(calls, 1);
}

TEST(SideBySide, does_every_number_once) {
  for (const std::size_t threads : {1U, 3U, 100U}) {
    std::vector<std::atomic<int>> done(20);
    side_by_side(done.size(), threads, [&](std::size_t i) { ++done[i]; });
    for (const auto& number : done) EXPECT_EQ(number, 1);
  }
}

TEST(SideBySide, runs_as_many_at_once_as_there_are_threads) {
  std::latch all_are_there{4};  // ends only if four run at the same time
  side_by_side(4, 4, [&](std::size_t) { all_are_there.arrive_and_wait(); });
}

TEST(SideBySide, stays_on_the_calling_thread_if_it_may_use_one) {
  const auto here = std::this_thread::get_id();
  side_by_side(3, 1, [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), here); });
}

}  // namespace
}  // namespace orbweaver::deploy
