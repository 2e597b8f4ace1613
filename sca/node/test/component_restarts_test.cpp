// SPDX-License-Identifier: Apache-2.0
#include "component_restarts.hpp"

#include <orbweaver/os/thread.hpp>

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace orbweaver::node {
namespace {

using std::chrono::milliseconds;

/// The components that were started, and when.
class Started {
 public:
  struct One {
    std::string id;
    unsigned number;
    TimePoint at;
  };
  void add(const std::string& id, unsigned number) {
    const std::scoped_lock lock{mutex_};
    all_.push_back({id, number, now()});
    changed_.notify_all();
  }
  std::vector<One> await(std::size_t count) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return all_.size() >= count; });
    return all_;
  }
  std::vector<One> all() {
    const std::scoped_lock lock{mutex_};
    return all_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<One> all_;
};

using Next = ComponentRestarts::Next;

ComponentRestarts::Start note_in(Started& started) {
  return [&started](const std::string& id, unsigned number, const std::stop_token&) {
    started.add(id, number);
  };
}

TEST(ComponentRestarts, start_a_component_again_after_a_pause_that_doubles) {
  Started started;
  const auto began = now();
  ComponentRestarts restarts{{milliseconds{2}, std::chrono::hours{1}}, note_in(started)};
  EXPECT_EQ(restarts.ended("gpp"), Next::comes_again);
  EXPECT_EQ(started.await(1)[0].id, "gpp");
  EXPECT_EQ(restarts.ended("gpp"), Next::comes_again);
  (void)started.await(2);
  EXPECT_EQ(restarts.ended("other"), Next::comes_again);
  const auto all = started.await(3);
  EXPECT_GE(all[0].at - began, milliseconds{2});
  EXPECT_EQ(all[1].id, "gpp");
  EXPECT_EQ(all[1].number, 2U);
  EXPECT_GE(all[1].at - all[0].at, milliseconds{4});
  EXPECT_EQ(all[2].number, 1U) << "of another row";
}

TEST(ComponentRestarts, count_one_end_once) {
  Started started;
  ComponentRestarts restarts{{std::chrono::hours{1}, std::chrono::hours{1}, 1}, note_in(started)};
  EXPECT_EQ(restarts.ended("gpp"), Next::comes_again);
  EXPECT_EQ(restarts.failed("gpp"), Next::comes_again) << "of the same end";
}

TEST(ComponentRestarts, start_nothing_again_if_there_is_no_pause) {
  Started started;
  ComponentRestarts restarts{{}, note_in(started)};
  EXPECT_EQ(restarts.ended("gpp"), Next::stays_away);
  EXPECT_EQ(restarts.failed("gpp"), Next::stays_away);
}

TEST(ComponentRestarts, start_again_what_never_ran) {
  Started started;
  ComponentRestarts restarts{{milliseconds{1}, std::chrono::hours{1}}, note_in(started)};
  EXPECT_EQ(restarts.failed("gpp"), Next::comes_again);
  EXPECT_EQ(started.await(1)[0].number, 1U);
}

TEST(ComponentRestarts, give_up_after_the_most_in_a_row) {
  Started started;
  ComponentRestarts restarts{{milliseconds{1}, std::chrono::hours{1}, 2}, note_in(started)};
  for (std::size_t i = 1; i <= 2; ++i) {
    EXPECT_EQ(restarts.failed("gpp"), Next::comes_again);
    (void)started.await(i);
  }
  EXPECT_EQ(restarts.failed("gpp"), Next::given_up);
  EXPECT_EQ(restarts.ended("gpp"), Next::given_up) << "it ran for less than the longest pause";
  EXPECT_EQ(restarts.failed("other"), Next::comes_again);
  const auto all = started.await(3);  // what was given up would have come before
  EXPECT_EQ(all[2].id, "other");
}

TEST(ComponentRestarts, begin_a_new_row_after_a_run_as_long_as_the_longest_pause) {
  Started started;
  ComponentRestarts restarts{{milliseconds{1}, milliseconds{1}, 1}, note_in(started)};
  EXPECT_EQ(restarts.ended("gpp"), Next::comes_again);
  const auto at = started.await(1)[0].at;
  while (now() - at < milliseconds{2}) os::yield();
  EXPECT_EQ(restarts.ended("gpp"), Next::comes_again);
  EXPECT_EQ(started.await(2)[1].number, 1U);
}

TEST(ComponentRestarts, do_not_count_what_is_postponed) {
  Started started;
  std::function<void(const std::string&)> postpone;
  ComponentRestarts restarts{{milliseconds{1}, std::chrono::hours{1}, 1},
                             [&](const std::string& id, unsigned number, const std::stop_token&) {
                               started.add(id, number);
                               if (started.all().size() < 3) postpone(id);
                             }};
  postpone = [&restarts](const std::string& id) { restarts.postpone(id); };
  EXPECT_EQ(restarts.failed("gpp"), Next::comes_again);
  for (const auto& entry : started.await(3)) EXPECT_EQ(entry.number, 1U);
  EXPECT_EQ(restarts.failed("gpp"), Next::given_up);
}

TEST(ComponentRestarts, start_nothing_after_the_end) {
  Started started;
  ComponentRestarts restarts{{milliseconds{1}, std::chrono::hours{1}}, note_in(started)};
  restarts.finish();
  EXPECT_EQ(restarts.ended("gpp"), Next::stays_away);
  EXPECT_EQ(restarts.failed("gpp"), Next::stays_away);
}

TEST(ComponentRestarts, end_while_one_waits) {
  Started started;
  {
    ComponentRestarts restarts{{std::chrono::hours{1}, std::chrono::hours{2}}, note_in(started)};
    EXPECT_EQ(restarts.ended("gpp"), Next::comes_again);
  }
  EXPECT_TRUE(started.all().empty());
}

}  // namespace
}  // namespace orbweaver::node
