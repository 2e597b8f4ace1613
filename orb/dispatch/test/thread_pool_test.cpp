// SPDX-License-Identifier: Apache-2.0
#include "jobs.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/os/blocked_thread.hpp>

#include <array>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace orbweaver::dispatch {
namespace {

std::string name_of_this_thread() {
  std::array<char, 16> name{};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  return name.data();
}

/// Blocks as many threads of the pool as it is asked to.
class Blockade {
 public:
  explicit Blockade(ThreadPool& pool) : pool_(pool) {}
  ~Blockade() {
    gate_.open();
    left_.wait_for(blocked_);
  }

  void block_one_more() {
    const auto stand = [this] {
      standing_.add();
      gate_.pass();
      left_.add();
    };
    (void)pool_.submit(job(stand), feeder_);
    standing_.wait_for(++blocked_);
  }
  void lift() { gate_.open(); }

 private:
  ThreadPool& pool_;
  SpyFeeder feeder_;
  Gate gate_;
  Tally standing_, left_;
  int blocked_ = 0;
};

constexpr auto kNeeded = os::BlockedThread::BlockKind::needed;

TEST(ThreadPool, runs_another_thread_in_the_place_of_one_that_is_blocked_and_no_more_after_that) {
  ThreadPool pool({.max_threads = 1});
  SpyFeeder feeder;
  Gate gate;
  Tally ran;
  LoneVisitor visitor;
  (void)pool.submit(job([&] {
                      const os::BlockedThread blocked{kNeeded};
                      EXPECT_TRUE(blocked.may_wait());
                      gate.pass();
                    }),
                    feeder);
  (void)pool.submit(job([&] { gate.open(); }), feeder);
  for (int i = 0; i < 500; ++i)
    (void)pool.submit(job([&] {
                        visitor.enter();
                        ran.add();
                        visitor.leave();
                      }),
                      feeder);
  ran.wait_for(500);
  EXPECT_EQ(pool.statistics().most_blocked, 1U);
  EXPECT_LE(pool.statistics().threads, 2U);
  EXPECT_FALSE(visitor.was_crowded());
  pool.drain();
}

TEST(ThreadPool, bounds_how_many_may_be_blocked) {
  ThreadPool pool({.max_threads = 1, .max_blocked = 2});
  SpyFeeder feeder;
  Gate gate;
  Tally waiting, refused;
  for (int i = 0; i < 3; ++i)
    (void)pool.submit(job([&] {
                        const os::BlockedThread blocked{kNeeded};
                        if (!blocked.may_wait()) return refused.add();
                        waiting.add();
                        gate.pass();
                      }),
                      feeder);
  refused.wait_for(1);
  waiting.wait_for(2);
  EXPECT_EQ(pool.statistics().blocked, 2U);
  EXPECT_EQ(pool.statistics().threads, 3U);
  gate.open();
  pool.drain();
}

TEST(ThreadPool, has_places_for_those_that_need_one_when_those_that_want_one_have_taken_theirs) {
  using BlockKind = os::BlockedThread::BlockKind;
  ThreadPool pool({.max_threads = 1, .max_blocked = 1});
  SpyFeeder feeder;
  Gate gate;
  Tally waiting;
  for (const auto kind : {BlockKind::wanted, BlockKind::needed})
    (void)pool.submit(job([&, kind] {
                        const os::BlockedThread blocked{kind};
                        EXPECT_TRUE(blocked.may_wait());
                        waiting.add();
                        gate.pass();
                      }),
                      feeder);
  waiting.wait_for(2);
  EXPECT_EQ(pool.statistics().blocked, 2U);
  gate.open();
  pool.drain();
  EXPECT_EQ(pool.statistics().blocked, 0U);
}

TEST(ThreadPool, asks_a_thread_again_that_got_no_place_before) {
  using BlockKind = os::BlockedThread::BlockKind;
  ThreadPool pool({.max_threads = 1, .max_blocked = 0});
  SpyFeeder feeder;
  Tally seen;
  (void)pool.submit(job([&] {
                      const os::BlockedThread outer{BlockKind::wanted};
                      const os::BlockedThread inner{BlockKind::needed};
                      EXPECT_FALSE(outer.may_wait());
                      EXPECT_FALSE(inner.may_wait());
                      seen.add();
                    }),
                    feeder);
  seen.wait_for(1);
  pool.drain();
}

TEST(ThreadPool, makes_room_for_its_only_thread_that_waits_for_some) {
  ThreadPool pool({.max_threads = 1, .watermarks = {.high_messages = 2, .low_messages = 1}});
  SpyFeeder feeder;
  Gate full;
  Tally ran;
  (void)pool.submit(job([&] {
                      full.pass();
                      std::unique_ptr<Job> more = job([&] { ran.add(); });
                      EXPECT_EQ(pool.submit_when_room(more, Deadline::never()), Intake::proceed);
                    }),
                    feeder);
  for (int i = 0; i < 2; ++i) (void)pool.submit(job([&] { ran.add(); }), feeder);
  full.open();
  ran.wait_for(3);
  pool.drain();
}

TEST(ThreadPool, counts_a_blocked_thread_once) {
  ThreadPool pool({.max_threads = 1});
  SpyFeeder feeder;
  Tally seen;
  (void)pool.submit(job([&] {
                      const os::BlockedThread outer;
                      {
                        const os::BlockedThread inner;
                        EXPECT_EQ(pool.statistics().blocked, 1U);
                      }
                      EXPECT_EQ(pool.statistics().blocked, 1U);
                      seen.add();
                    }),
                    feeder);
  seen.wait_for(1);
  pool.drain();
  EXPECT_EQ(pool.statistics().blocked, 0U);
  EXPECT_EQ(pool.statistics().most_blocked, 1U);
}

TEST(ThreadPool, ignores_threads_of_others_that_wait) {
  ThreadPool pool({.max_threads = 1});
  const os::BlockedThread blocked{kNeeded};
  EXPECT_TRUE(blocked.may_wait());
  EXPECT_EQ(pool.statistics().blocked, 0U);
}

TEST(ThreadPool, starts_with_one_thread_and_adds_one_for_each_job_that_finds_none_idle) {
  ThreadPool pool({.max_threads = 3, .watermarks = {}, .traits = {}});
  Blockade blockade(pool);
  for (unsigned threads = 1; threads <= 3; ++threads) {
    EXPECT_LE(pool.statistics().threads, threads);
    blockade.block_one_more();
    EXPECT_GE(pool.statistics().threads, threads);
  }
  EXPECT_EQ(pool.statistics().threads, 3U);
  blockade.lift();
  pool.drain();
}

TEST(ThreadPool, starts_no_more_than_max_threads) {
  SpyFeeder feeder;
  Tally ran;
  ThreadPool pool({.max_threads = 2, .watermarks = {}, .traits = {}});
  Blockade blockade(pool);
  blockade.block_one_more();
  blockade.block_one_more();
  for (int i = 0; i < 10; ++i) (void)pool.submit(job([&ran] { ran.add(); }), feeder);
  EXPECT_EQ(pool.statistics().threads, 2U);
  EXPECT_EQ(pool.statistics().waiting, 10U);
  EXPECT_EQ(ran.count(), 0);
  blockade.lift();
  ran.wait_for(10);
  pool.drain();
  EXPECT_EQ(pool.statistics().most_waiting, 10U);
  EXPECT_EQ(pool.statistics().waiting, 0U);
  EXPECT_EQ(pool.statistics().threads, 0U);
}

TEST(ThreadPool, has_one_thread_if_asked_to_have_none) {
  SpyFeeder feeder;
  Tally ran;
  ThreadPool pool({.max_threads = 0, .watermarks = {}, .traits = {}});
  (void)pool.submit(job([&ran] { ran.add(); }), feeder);
  ran.wait_for(1);
  EXPECT_EQ(pool.statistics().threads, 1U);
}

std::set<std::string> names_of_threads(os::ThreadTraits traits, int threads) {
  SpyFeeder feeder;
  std::mutex mutex;
  std::set<std::string> names;
  Tally arrived;
  ThreadPool pool({static_cast<unsigned>(threads), {}, std::move(traits)});
  for (int i = 0; i < threads; ++i) {
    const auto tell = [&] {
      {
        const std::lock_guard lock(mutex);
        names.insert(name_of_this_thread());
      }
      arrived.add();
      arrived.wait_for(threads);
    };
    (void)pool.submit(job(tell), feeder);
  }
  pool.drain();
  return names;
}

TEST(ThreadPool, numbers_the_names_of_its_threads) {
  EXPECT_EQ(names_of_threads({}, 3),
            (std::set<std::string>{"ow-pool-0", "ow-pool-1", "ow-pool-2"}));
  os::ThreadTraits traits;
  traits.name = "fir";
  EXPECT_EQ(names_of_threads(traits, 2), (std::set<std::string>{"fir-0", "fir-1"}));
}

TEST(ThreadPool, cuts_a_long_name_before_the_number) {
  os::ThreadTraits traits;
  traits.name = "a-very-long-thread-name";
  EXPECT_EQ(names_of_threads(traits, 2),
            (std::set<std::string>{"a-very-long-t-0", "a-very-long-t-1"}));
}

TEST(ThreadPool, may_be_closed_and_drained_more_than_once) {
  SpyFeeder feeder;
  ThreadPool pool({});
  pool.close();
  pool.close();
  pool.drain();
  pool.drain();
  EXPECT_EQ(pool.submit(job([] {}), feeder), Intake::refused);
}

TEST(ThreadPool, drain_waits_for_jobs_that_jobs_submitted) {
  Tally ran;
  SpyFeeder feeder;
  ThreadPool pool({});
  const auto inner = [&ran] { ran.add(); };
  const auto outer = [&] {
    if (pool.submit(job(inner), feeder) == Intake::refused) ran.add();
  };
  for (int i = 0; i < 100; ++i) (void)pool.submit(job(outer), feeder);
  pool.drain();
  EXPECT_EQ(ran.count(), 100);
}

class CountedTurn final : public ThreadPool::Turn {
 public:
  CountedTurn(Tally& taken, int turns) : taken_(taken), left_(turns) {}
  ThreadPool::TurnEnd take_turn() noexcept override {
    const bool is_last = --left_ == 0;
    taken_.add();
    return is_last ? ThreadPool::TurnEnd::done : ThreadPool::TurnEnd::again;
  }

 private:
  Tally& taken_;
  int left_;
};

TEST(ThreadPool, takes_turns_again_until_they_are_done_without_starting_threads_for_them) {
  Tally taken;
  ThreadPool pool({.max_threads = 8, .watermarks = {}, .traits = {}});
  pool.schedule(std::make_shared<CountedTurn>(taken, 100));
  taken.wait_for(100);
  EXPECT_LE(pool.statistics().threads, 2U);
}

TEST(ThreadPool, takes_turns_after_close) {
  Tally taken;
  ThreadPool pool({});
  pool.close();
  pool.schedule(std::make_shared<CountedTurn>(taken, 3));
  pool.drain();
  EXPECT_EQ(taken.count(), 3);
}

TEST(ThreadPool, lets_the_caller_take_a_turn_that_comes_after_the_end) {
  Tally taken;
  ThreadPool pool({});
  pool.drain();
  pool.schedule(std::make_shared<CountedTurn>(taken, 3));
  EXPECT_EQ(taken.count(), 3);
}

TEST(ThreadPool, lets_go_of_a_turn_that_is_done) {
  Tally taken;
  ThreadPool pool({});
  auto turn = std::make_shared<CountedTurn>(taken, 2);
  const std::weak_ptr<CountedTurn> watcher = turn;
  pool.schedule(std::move(turn));
  pool.drain();
  EXPECT_TRUE(watcher.expired());
}

/// Waits with work until `ran` has one, and counts itself.
class WaitingTurn final : public ThreadPool::Turn {
 public:
  WaitingTurn(Tally& ran, Tally& taken) : ran_(ran), taken_(taken) {}
  ThreadPool::TurnEnd take_turn() noexcept override {
    {
      const os::BlockedThread blocked{os::BlockedThread::BlockKind::with_work};
      EXPECT_TRUE(blocked.may_wait());
      ran_.wait_for(1);
    }
    taken_.add();
    return ThreadPool::TurnEnd::done;
  }

 private:
  Tally& ran_;
  Tally& taken_;
};

TEST(ThreadPool, replaces_a_thread_that_waits_with_the_work_of_a_lane) {
  Tally ran, taken;
  SpyFeeder feeder;
  ThreadPool pool({.max_threads = 1});
  pool.schedule(std::make_shared<WaitingTurn>(ran, taken));
  (void)pool.submit(job([&ran] { ran.add(); }), feeder);
  taken.wait_for(1);
  pool.drain();
  EXPECT_EQ(pool.statistics().most_blocked, 1U);
}

TEST(ThreadPool, replaces_no_thread_that_waits_with_a_job_of_its_queue_even_after_a_turn) {
  Tally taken;
  SpyFeeder feeder;
  ThreadPool pool({.max_threads = 1});
  pool.schedule(std::make_shared<CountedTurn>(taken, 1));
  (void)pool.submit(job([&] {
                      const os::BlockedThread blocked{os::BlockedThread::BlockKind::with_work};
                      EXPECT_FALSE(blocked.may_wait());
                      EXPECT_FALSE(os::SpareThreads::are_there_for_work());
                    }),
                    feeder);
  pool.drain();
  EXPECT_EQ(pool.statistics().most_blocked, 0U);
}

TEST(ThreadPool, turns_do_not_count_towards_the_watermarks) {
  Tally taken;
  SpyFeeder feeder;
  ThreadPool pool(
      {.max_threads = 1, .watermarks = {.high_messages = 2, .low_messages = 0}, .traits = {}});
  Blockade blockade(pool);
  blockade.block_one_more();
  for (int i = 0; i < 5; ++i) pool.schedule(std::make_shared<CountedTurn>(taken, 1));
  EXPECT_EQ(pool.submit(job([] {}), feeder), Intake::proceed);
  EXPECT_EQ(pool.submit(job([] {}), feeder), Intake::pause);
  blockade.lift();
  pool.drain();
  EXPECT_EQ(feeder.resumes(), 1);
}

}  // namespace
}  // namespace orbweaver::dispatch
