// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/os/semaphore.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/thread.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "tests/runs.hpp"

namespace orbweaver::sim {

namespace {

using Numbers = std::vector<std::uint32_t>;

// The chooser of two threads that both can run decides which is first.
std::set<Numbers> orders(Settings (*settings)(std::uint64_t)) {
  std::set<Numbers> found;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Notes<std::uint32_t> order;
    (void)simulate(settings(seed), [&] {
      os::Thread one{[&] {
        order.add(1);
        yield();
        order.add(2);
      }};
      os::Thread other{[&] { order.add(3); }};
    });
    found.insert(order.values());
  }
  return found;
}

}  // namespace

TEST(Time, ThreadsWakeInTheOrderOfTheirMoments) {
  Notes<std::uint32_t> order;
  const auto outcome = run_calm([&] {
    std::vector<os::Thread> threads;
    for (const std::uint32_t seconds : {300U, 5U, 40U, 5U})
      threads.emplace_back([&order, seconds] {
        sleep_until(kStartOfRun + seconds * kSecond);
        order.add(seconds);
      });
  });
  EXPECT_EQ(order.values(), (Numbers{5, 5, 40, 300}));
  EXPECT_GE(outcome.time, 300 * kSecond);
  EXPECT_LT(outcome.time, 301 * kSecond);
}

TEST(Time, OfTwoAtOneMomentTheFirstToSleepIsFirst) {
  Notes<std::uint32_t> order;
  (void)run_calm([&] {
    std::vector<os::Thread> threads;
    for (std::uint32_t i = 0; i < 4; ++i)
      threads.emplace_back([&order, i] {
        sleep_until(kStartOfRun + kSecond);
        order.add(i);
      });
  });
  EXPECT_EQ(order.values(), (Numbers{0, 1, 2, 3}));
}

TEST(Time, AWaitEndsAtItsMomentOrWhenItIsWoken) {
  bool by_time = false, by_another = false;
  (void)run_calm([&] {
    os::Semaphore semaphore{0};
    by_time = !semaphore.try_acquire_for(std::chrono::milliseconds{5});
    os::Thread waker{[&] {
      sleep_until(virtual_now() + kMillisecond);
      semaphore.release();
    }};
    by_another = semaphore.try_acquire_for(std::chrono::milliseconds{5});
  });
  EXPECT_TRUE(by_time);
  EXPECT_TRUE(by_another);
}

TEST(Time, AnActionRunsAtItsMoment) {
  Time moment = 0;
  (void)run_calm([&] {
    call_at(kStartOfRun + 7 * kSecond, [&moment] { moment = virtual_now(); });
    sleep_until(kStartOfRun + 8 * kSecond);
  });
  EXPECT_EQ(moment, kStartOfRun + 7 * kSecond);
}

TEST(Time, AScenarioThatDoesNotEndIsReported) {
  const auto outcome = run_calm([] {
    for (;;) sleep_until(virtual_now() + kSecond);
  });
  EXPECT_EQ(broken_law(outcome), "liveness");
}

TEST(Time, ALoopThatOnlyYieldsIsReported) {
  Settings settings{.replay = std::vector<Decision>{}};
  settings.most_steps = 1000;
  const auto outcome = simulate(settings, [] {
    for (;;) yield();
  });
  EXPECT_EQ(broken_law(outcome), "livelock");
}

TEST(Order, ChanceFindsEveryOrder) {
  EXPECT_EQ(orders([](std::uint64_t seed) { return by_chance(seed, 2, {Kind::next_thread}); }),
            (std::set<Numbers>{{1, 2, 3}, {1, 3, 2}, {3, 1, 2}}));
}

TEST(Order, PrioritiesFindMoreThanOne) {
  const auto found = orders([](std::uint64_t seed) {
    return Settings{.seed = seed, .exploration = Exploration::priority};
  });
  EXPECT_GT(found.size(), 1U);
}

TEST(Order, ARunByPrioritiesPlaysAgainFromItsList) {
  const auto body = [] {
    os::Mutex mutex;
    std::vector<os::Thread> threads;
    for (int i = 0; i < 5; ++i)
      threads.emplace_back([&mutex] {
        for (int n = 0; n < 20; ++n) const std::lock_guard lock{mutex};
      });
  };
  auto settings = by_chance(11, 50, {Kind::preempt, Kind::wake});
  settings.exploration = Exploration::priority;
  const auto first = simulate(settings, body);
  EXPECT_FALSE(first.failure);
  EXPECT_EQ(run_with(first.decisions, body).hash, first.hash);
}

TEST(Order, AThreadIsPreemptedBetweenReadingAndWriting) {
  bool was_lost = false;
  for (std::uint64_t seed = 0; seed < 50 && !was_lost; ++seed) {
    int sum = 0;
    (void)simulate(by_chance(seed, 3, {Kind::preempt, Kind::next_thread}), [&] {
      os::Atomic<int> value{0};
      {
        const auto add = [&] { value.store(value.load() + 1); };
        os::Thread one{add}, other{add};
      }
      sum = value.load();
    });
    was_lost = sum == 1;
  }
  EXPECT_TRUE(was_lost);
}

TEST(Deadlock, ItIsReportedWithItsThreads) {
  const auto outcome = run_calm([] {
    os::Mutex first, second;
    const auto take = [](os::Mutex& one, os::Mutex& other, const char* name) {
      name_this_thread(name);
      const std::lock_guard holds{one};
      yield();
      const std::lock_guard wants{other};
    };
    os::Thread left{[&] { take(first, second, "left"); }};
    os::Thread right{[&] { take(second, first, "right"); }};
  });
  EXPECT_EQ(broken_law(outcome), "deadlock");
  EXPECT_NE(report_of(outcome).find("thread 2 left of main: waits for a mutex"), std::string::npos)
      << report_of(outcome);
  EXPECT_NE(report_of(outcome).find("thread 3 right of main: waits for a mutex"),
            std::string::npos);
  EXPECT_NE(report_of(outcome).find("thread 1  of main: joins a thread"), std::string::npos);
}

TEST(Deadlock, ALostWakeIsAThreadThatWaitsForEver) {
  const auto outcome = run_calm([] {
    os::Mutex mutex;
    os::ConditionVariable changed;
    bool is_ready = false;
    os::Thread sets{[&] {
      const std::lock_guard lock{mutex};
      is_ready = true;  // and notifies no thread
    }};
    std::unique_lock lock{mutex};
    changed.wait(lock, [&] { return is_ready; });
  });
  EXPECT_EQ(broken_law(outcome), "deadlock");
  EXPECT_NE(report_of(outcome).find("waits for a condition"), std::string::npos);
}

TEST(Deadlock, AWaitThatIsWokenIsNone) {
  EXPECT_EQ(broken_law(run_calm([] {
              os::Mutex mutex;
              os::ConditionVariable changed;
              bool is_ready = false;
              os::Thread sets{[&] {
                const std::lock_guard lock{mutex};
                is_ready = true;
                changed.notify_one();
              }};
              std::unique_lock lock{mutex};
              changed.wait(lock, [&] { return is_ready; });
            })),
            "");
}

namespace {

Outcome wait_for_a_word(bool is_notified) {
  return run_calm([is_notified] {
    os::Atomic<int> word{0};
    os::Thread sets{[&] {
      word = 1;
      if (is_notified) word.notify_all();
    }};
    word.wait(0);  // it begins before `sets` does
  });
}

}  // namespace

TEST(Deadlock, AWordThatChangesSilentlyIsWaitedForForEver) {
  EXPECT_EQ(broken_law(wait_for_a_word(true)), "");
  const auto outcome = wait_for_a_word(false);
  EXPECT_EQ(broken_law(outcome), "deadlock");
  EXPECT_NE(report_of(outcome).find("waits for an atomic word"), std::string::npos);
}

TEST(Deadlock, AWordThatHasChangedBeforeIsNotWaitedFor) {
  EXPECT_EQ(broken_law(run_calm([] {
              const os::Atomic<int> word{1};
              word.wait(0);
            })),
            "");
}

TEST(Misuse, AMutexIsLockedTwice) {
  EXPECT_EQ(broken_law(run_calm([] {
              os::Mutex mutex;
              mutex.lock();
              mutex.lock();
            })),
            "mutex");
}

TEST(Misuse, AMutexIsUnlockedByAnother) {
  EXPECT_EQ(broken_law(run_calm([] {
              os::Mutex mutex;
              mutex.lock();
              os::Thread other{[&] { mutex.unlock(); }};
            })),
            "mutex");
  EXPECT_EQ(broken_law(run_calm([] { os::Mutex{}.unlock(); })), "mutex");
}

TEST(Misuse, AThreadJoinsItself) {
  EXPECT_EQ(broken_law(run_calm([] { join(*this_thread()); })), "join");
}

TEST(Misuse, AnExceptionLeavesAThread) {
  const auto outcome =
      run_calm([] { os::Thread thread{[] { throw std::runtime_error("the boiler is cold"); }}; });
  EXPECT_EQ(broken_law(outcome), "terminate");
  EXPECT_NE(report_of(outcome).find("the boiler is cold"), std::string::npos);
}

TEST(Misuse, AConditionVariableWakesWithoutACause) {
  int wakes = 0;
  (void)run_with({{Kind::spurious_wake, 1, 1}}, [&] {
    os::Mutex mutex;
    os::ConditionVariable changed;
    std::unique_lock lock{mutex};
    changed.wait(lock);
    ++wakes;
  });
  EXPECT_EQ(wakes, 1);
}

TEST(Threads, EachHasItsOwnState) {
  struct Tag;
  Notes<int> seen;
  (void)run_calm([&] {
    const auto count = [&] {
      for (int i = 0; i < 3; ++i) {
        ++os::PerThread<int, Tag>::value();
        yield();
      }
      seen.add(os::PerThread<int, Tag>::value());
    };
    os::Thread one{count}, other{count};
  });
  EXPECT_EQ(seen.values(), (std::vector{3, 3}));
}

TEST(Threads, AnExceptionBelongsToItsThread) {
  Notes<int> caught;
  (void)run_calm([&] {
    const auto body = [&](int number) {
      try {
        throw number;
      } catch (const int value) {
        yield();  // the other one throws meanwhile
        try {
          throw;
        } catch (const int again) {
          caught.add(again == value && value == number ? number : -1);
        }
      }
    };
    os::Thread one{[&] { body(1); }}, other{[&] { body(2); }};
  });
  EXPECT_EQ(caught.values(), (std::vector{1, 2}));
}

TEST(Processes, AKilledOneStopsBetweenTwoSteps) {
  int steps = 0;
  bool was = false, has = false;
  const auto outcome = run_calm([&] {
    auto& process = *start_process({.name = "victim"}, [&] {
      os::Mutex mutex;
      os::Thread other{[&] { const std::lock_guard lock{mutex}; }};
      const std::lock_guard lock{mutex};
      for (;; ++steps) sleep_until(virtual_now() + kSecond);
    });
    sleep_until(kStartOfRun + 3 * kSecond + kMillisecond);
    kill(process);
    await_end(process);
    was = was_killed(process);
    has = has_ended(process);
    sleep_until(virtual_now() + 10 * kSecond);
  });
  EXPECT_EQ(broken_law(outcome), "");
  EXPECT_TRUE(was && has);
  EXPECT_EQ(steps, 3);
}

TEST(Processes, OneThatKillsItselfDoesNotGoOn) {
  bool went_on = false;
  const auto outcome = run_calm([&] {
    auto& process = *start_process({.name = "victim"}, [&] {
      kill(this_process());
      went_on = true;
    });
    await_end(process);
  });
  EXPECT_EQ(broken_law(outcome), "");
  EXPECT_FALSE(went_on);
}

TEST(Faults, TheyEndWithTheirTime) {
  Notes<bool> happened;
  Settings settings = by_chance(1, 1, {Kind::cut});
  settings.faults_last = kSecond;
  (void)simulate(settings, [&] {
    for (int i = 0; i < 20; ++i) happened.add(choices().pick(Kind::cut, 2) != 0 && may_fault());
    sleep_until(kStartOfRun + 2 * kSecond);
    happened.add(may_fault());
  });
  EXPECT_FALSE(happened.values().back());
  EXPECT_NE(std::ranges::count(happened.values(), true), 0);
}

TEST(Faults, AScenarioEndsThoseOfSomeKinds) {
  bool has_cut = true, has_delay = false;
  (void)run_with({{Kind::cut, 1, 1}, {Kind::delay, 1, 1}}, [&] {
    end_faults(std::array{Kind::cut});
    has_cut = fault(Kind::cut);
    has_delay = fault(Kind::delay);
  });
  EXPECT_FALSE(has_cut);
  EXPECT_TRUE(has_delay);
}

TEST(Faults, AScenarioEndsThem) {
  bool before = false, after = true;
  (void)run_calm([&] {
    before = may_fault();
    end_faults();
    after = may_fault();
  });
  EXPECT_TRUE(before);
  EXPECT_FALSE(after);
}

}  // namespace orbweaver::sim
