// SPDX-License-Identifier: Apache-2.0
// The laws of a dispatcher, run against every one. A new dispatcher joins by one more Kind.
#include "jobs.hpp"

#include <gtest/gtest.h>

#include <orbweaver/dispatch/calling_thread.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <ostream>
#include <thread>
#include <utility>
#include <vector>

namespace orbweaver::dispatch {
namespace {

constexpr int kThreads = 4;

/// A dispatcher and what it stands on.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual Dispatcher& dispatcher() = 0;
  virtual void close() {}
  /// Returns when every job that was taken has run and is destroyed.
  virtual void drain() {}
};

class PoolSubject final : public Subject {
 public:
  explicit PoolSubject(dispatch::Watermarks marks) : pool_({kThreads, marks, {}}) {}
  Dispatcher& dispatcher() override { return pool_; }
  void close() override { pool_.close(); }
  void drain() override {
    pool_.close();
    pool_.drain();
  }

 private:
  ThreadPool pool_;
};

class LaneSubject final : public Subject {
 public:
  explicit LaneSubject(dispatch::Watermarks marks)
      : pool_({kThreads, {}, {}}), lane_(pool_, marks) {}
  Dispatcher& dispatcher() override { return lane_; }
  void close() override { lane_.close(); }
  void drain() override {
    lane_.close();
    lane_.wait_until_idle();
  }

 private:
  ThreadPool pool_;
  Lane lane_;
};

class CallingThreadSubject final : public Subject {
 public:
  Dispatcher& dispatcher() override { return calling_thread_; }

 private:
  CallingThread calling_thread_;
};

struct Kind {
  const char* name;
  int at_once;  // how many jobs one submitter can have running; 0: none once submit has returned
  std::function<std::unique_ptr<Subject>(dispatch::Watermarks)> make;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

const Kind kPool{"pool", kThreads, [](auto marks) { return std::make_unique<PoolSubject>(marks); }};
const Kind kLane{"lane", 1, [](auto marks) { return std::make_unique<LaneSubject>(marks); }};
const Kind kCallingThread{"calling_thread", 0,
                          [](auto) { return std::make_unique<CallingThreadSubject>(); }};

Deadline past() { return Deadline::at(now() - std::chrono::seconds(1)); }

class OfEveryKind : public testing::TestWithParam<Kind> {
 protected:
  void make(dispatch::Watermarks marks = {}) { subject_ = GetParam().make(marks); }
  Dispatcher& dispatcher() { return subject_->dispatcher(); }
  Subject& subject() { return *subject_; }
  void end() { subject_.reset(); }

  void run_in_threads(int threads, const std::function<void(int)>& body) {
    std::vector<std::jthread> running;
    for (int i = 0; i < threads; ++i) running.emplace_back([&body, i] { body(i); });
  }

 private:
  std::unique_ptr<Subject> subject_;
};

using EveryDispatcher = OfEveryKind;

TEST_P(EveryDispatcher, runs_each_taken_job_exactly_once) {
  constexpr int kJobs = 500;
  make();
  std::vector<std::atomic<int>> runs(4 * kJobs);
  SpyFeeder feeder;
  run_in_threads(4, [&](int thread) {
    for (int i = 0; i < kJobs; ++i) {
      std::atomic<int>& mine = runs.at(static_cast<std::size_t>(thread * kJobs + i));
      EXPECT_NE(dispatcher().submit(job([&mine] { ++mine; }), feeder), Intake::refused);
    }
  });
  subject().drain();
  for (const std::atomic<int>& count : runs) ASSERT_EQ(count, 1);
}

TEST_P(EveryDispatcher, has_destroyed_each_job_when_it_is_drained) {
  make();
  const auto witness = std::make_shared<int>();
  SpyFeeder feeder;
  for (int i = 0; i < 200; ++i) (void)dispatcher().submit(job([witness] {}), feeder);
  subject().drain();
  EXPECT_EQ(witness.use_count(), 1);
}

TEST_P(EveryDispatcher, takes_a_job_while_there_is_room_though_the_deadline_has_passed) {
  make();
  Tally ran;
  std::unique_ptr<Job> mine = job([&ran] { ran.add(); });
  EXPECT_EQ(dispatcher().submit_when_room(mine, past()), Intake::proceed);
  EXPECT_EQ(mine, nullptr);
  subject().drain();
  EXPECT_EQ(ran.count(), 1);
}

TEST_P(EveryDispatcher, lets_a_job_submit_another_one) {
  make();
  SpyFeeder feeder;
  Tally ran;
  const auto inner = [&ran] { ran.add(); };
  (void)dispatcher().submit(job([&] { (void)dispatcher().submit(job(inner), feeder); }), feeder);
  ran.wait_for(1);
  subject().drain();
  EXPECT_EQ(ran.count(), 1);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryDispatcher, testing::Values(kPool, kLane, kCallingThread),
                         [](const auto& kind) { return kind.param.name; });

using OrderedDispatcher = OfEveryKind;

TEST_P(OrderedDispatcher, runs_the_jobs_of_each_thread_in_their_order) {
  constexpr int kJobs = 1000;
  make();
  std::vector<std::vector<int>> order(4);
  SpyFeeder feeder;
  run_in_threads(4, [&](int thread) {
    std::vector<int>& mine = order.at(static_cast<std::size_t>(thread));
    for (int i = 0; i < kJobs; ++i) {
      (void)dispatcher().submit(job([&mine, i] { mine.push_back(i); }), feeder);
    }
  });
  subject().drain();
  for (const std::vector<int>& numbers : order) {
    ASSERT_EQ(numbers.size(), std::size_t{kJobs});
    for (int i = 0; i < kJobs; ++i) ASSERT_EQ(numbers.at(static_cast<std::size_t>(i)), i);
  }
}

TEST_P(OrderedDispatcher, keeps_the_order_of_a_thread_that_mixes_both_ways_to_submit) {
  constexpr int kJobs = 1000;
  make({.high_messages = 4, .low_messages = 1});
  std::vector<int> order;
  SpyFeeder feeder;
  for (int i = 0; i < kJobs; ++i) {
    std::unique_ptr<Job> mine = job([&order, i] { order.push_back(i); });
    if (i % 3 == 0) {
      (void)dispatcher().submit(std::move(mine), feeder);
    } else {
      ASSERT_EQ(dispatcher().submit_when_room(mine, Deadline::never()), Intake::proceed);
    }
  }
  subject().drain();
  ASSERT_EQ(order.size(), std::size_t{kJobs});
  for (int i = 0; i < kJobs; ++i) ASSERT_EQ(order.at(static_cast<std::size_t>(i)), i);
}

INSTANTIATE_TEST_SUITE_P(Kinds, OrderedDispatcher, testing::Values(kLane, kCallingThread),
                         [](const auto& kind) { return kind.param.name; });

using SerialDispatcher = OfEveryKind;

TEST_P(SerialDispatcher, never_runs_two_jobs_at_once) {
  make();
  LoneVisitor servant;
  SpyFeeder feeder;
  run_in_threads(4, [&](int) {
    for (int i = 0; i < 500; ++i) {
      const auto visit = [&servant] {
        servant.enter();
        std::this_thread::yield();
        servant.leave();
      };
      (void)dispatcher().submit(job(visit), feeder);
    }
  });
  subject().drain();
  EXPECT_FALSE(servant.was_crowded());
}

TEST_P(SerialDispatcher, needs_no_lock_between_its_jobs) {
  make();
  int unguarded = 0;
  SpyFeeder feeder;
  run_in_threads(4, [&](int) {
    for (int i = 0; i < 500; ++i) (void)dispatcher().submit(job([&] { ++unguarded; }), feeder);
  });
  subject().drain();
  EXPECT_EQ(unguarded, 2000);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SerialDispatcher, testing::Values(kLane),
                         [](const auto& kind) { return kind.param.name; });

using ConcurrentDispatcher = OfEveryKind;

TEST_P(ConcurrentDispatcher, runs_as_many_jobs_at_once_as_it_has_threads) {
  make();
  SpyFeeder feeder;
  Tally arrived;
  for (int i = 0; i < kThreads; ++i) {
    const auto meet = [&arrived] {
      arrived.add();
      arrived.wait_for(kThreads);  // ends only if all are inside together
    };
    (void)dispatcher().submit(job(meet), feeder);
  }
  subject().drain();
  EXPECT_EQ(arrived.count(), kThreads);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ConcurrentDispatcher, testing::Values(kPool),
                         [](const auto& kind) { return kind.param.name; });

/// All its threads stand at a gate, so that what comes next waits in the queue.
class QueueingDispatcher : public OfEveryKind {
 protected:
  void make_busy(dispatch::Watermarks marks) {
    make(marks);
    // Each blocker is off the queue before the next comes: marks of two or more see no pause.
    for (int i = 1; i <= GetParam().at_once; ++i) {
      const auto stand = [this] {
        standing_.add();
        gate_.pass();
      };
      ASSERT_EQ(dispatcher().submit(job(stand, 0), feeder_), Intake::proceed);
      standing_.wait_for(i);
    }
  }
  Intake submit(std::size_t bytes = 1) { return submit_from(feeder_, bytes); }
  Intake submit_from(Feeder& feeder, std::size_t bytes = 1) {
    return dispatcher().submit(job([this] { ran_.add(); }, bytes), feeder);
  }
  void open_and_drain() {
    gate_.open();
    subject().drain();
  }
  void TearDown() override {
    gate_.open();
    end();  // before the gate and the counters that its jobs use
  }

  SpyFeeder feeder_;
  Gate gate_;
  Tally standing_, ran_;
};

TEST_P(QueueingDispatcher, tells_the_feeder_to_pause_at_the_high_watermark_and_resumes_it_once) {
  make_busy({.high_messages = 3, .low_messages = 1});
  EXPECT_EQ(submit(), Intake::proceed);
  EXPECT_EQ(submit(), Intake::proceed);
  EXPECT_EQ(submit(), Intake::pause);
  EXPECT_EQ(feeder_.resumes(), 0);
  open_and_drain();
  EXPECT_EQ(feeder_.resumes(), 1);
  EXPECT_EQ(ran_.count(), 3);
}

TEST_P(QueueingDispatcher, pauses_by_bytes_too) {
  make_busy({.high_bytes = 100, .low_bytes = 10});
  EXPECT_EQ(submit(99), Intake::proceed);
  EXPECT_EQ(submit(1), Intake::pause);
  open_and_drain();
  EXPECT_EQ(feeder_.resumes(), 1);
}

TEST_P(QueueingDispatcher, does_not_resume_a_feeder_that_it_did_not_pause) {
  make_busy({.high_messages = 2, .low_messages = 1});
  SpyFeeder lucky;
  EXPECT_EQ(submit_from(lucky), Intake::proceed);
  EXPECT_EQ(submit(), Intake::pause);
  open_and_drain();
  EXPECT_EQ(lucky.resumes(), 0);
  EXPECT_EQ(feeder_.resumes(), 1);
}

TEST_P(QueueingDispatcher, resumes_each_of_several_paused_feeders_once) {
  make_busy({.high_messages = 2, .low_messages = 0});
  std::vector<SpyFeeder> feeders(5);
  EXPECT_EQ(submit(), Intake::proceed);
  for (SpyFeeder& feeder : feeders) EXPECT_EQ(submit_from(feeder), Intake::pause);
  open_and_drain();
  for (const SpyFeeder& feeder : feeders) EXPECT_EQ(feeder.resumes(), 1);
}

TEST_P(QueueingDispatcher, serves_a_feeder_that_ignores_the_pause_and_resumes_it_once) {
  make_busy({.high_messages = 2, .low_messages = 1});
  EXPECT_EQ(submit(), Intake::proceed);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(submit(), Intake::pause);
  open_and_drain();
  EXPECT_EQ(ran_.count(), 6);
  EXPECT_EQ(feeder_.resumes(), 1);
}

TEST_P(QueueingDispatcher, resumes_as_often_as_it_pauses) {
  make({.high_messages = 2, .low_messages = 1});
  int pauses = 0;
  for (int i = 0; i < 2000; ++i) {
    if (submit() != Intake::pause) continue;
    ++pauses;
    feeder_.wait_for_resumes(pauses);
  }
  subject().drain();
  EXPECT_EQ(feeder_.resumes(), pauses);
  EXPECT_EQ(ran_.count(), 2000);
}

TEST_P(QueueingDispatcher, resumes_also_if_it_was_closed_meanwhile) {
  make_busy({.high_messages = 2, .low_messages = 1});
  (void)submit();
  ASSERT_EQ(submit(), Intake::pause);
  subject().close();
  open_and_drain();
  EXPECT_EQ(feeder_.resumes(), 1);
}

TEST_P(QueueingDispatcher, refuses_after_close_and_destroys_the_job_without_running_it) {
  make();
  subject().close();
  const auto witness = std::make_shared<int>();
  Tally ran;
  auto mine = job([&ran, witness] { ran.add(); });
  EXPECT_EQ(dispatcher().submit(std::move(mine), feeder_), Intake::refused);
  EXPECT_EQ(witness.use_count(), 1);
  mine = job([&ran, witness] { ran.add(); });
  EXPECT_EQ(dispatcher().submit_when_room(mine, Deadline::never()), Intake::refused);
  EXPECT_EQ(mine, nullptr);
  EXPECT_EQ(witness.use_count(), 1);
  subject().drain();
  EXPECT_EQ(ran.count(), 0);
}

TEST_P(QueueingDispatcher, runs_all_that_it_took_before_it_was_closed) {
  make_busy({});
  for (int i = 0; i < 50; ++i) ASSERT_EQ(submit(), Intake::proceed);
  subject().close();
  EXPECT_EQ(submit(), Intake::refused);
  open_and_drain();
  EXPECT_EQ(ran_.count(), 50);
}

TEST_P(QueueingDispatcher, leaves_a_job_untouched_when_there_was_no_room_before_the_deadline) {
  make_busy({.high_messages = 2, .low_messages = 0});
  ASSERT_EQ(submit(), Intake::proceed);
  ASSERT_EQ(submit(), Intake::pause);
  std::unique_ptr<Job> mine = job([this] { ran_.add(); });
  Job* const address = mine.get();
  EXPECT_EQ(dispatcher().submit_when_room(mine, past()), Intake::pause);
  EXPECT_EQ(mine.get(), address);
  open_and_drain();
  EXPECT_EQ(ran_.count(), 2);
  mine->run();
  EXPECT_EQ(ran_.count(), 3);
}

TEST_P(QueueingDispatcher, takes_a_waiting_job_when_there_is_room_again) {
  make_busy({.high_messages = 2, .low_messages = 0});
  (void)submit();
  ASSERT_EQ(submit(), Intake::pause);
  std::jthread waiter([this] {
    std::unique_ptr<Job> mine = job([this] { ran_.add(); });
    EXPECT_EQ(dispatcher().submit_when_room(mine, Deadline::never()), Intake::proceed);
  });
  gate_.open();
  waiter.join();
  subject().drain();
  EXPECT_EQ(ran_.count(), 3);
}

TEST_P(QueueingDispatcher, lets_in_every_waiter_for_whom_there_is_room) {
  make_busy({.high_messages = 8, .low_messages = 0});
  for (int i = 0; i < 8; ++i) (void)submit();
  std::vector<std::jthread> waiters;
  for (int i = 0; i < 12; ++i) {
    waiters.emplace_back([this] {
      std::unique_ptr<Job> mine = job([this] { ran_.add(); });
      EXPECT_EQ(dispatcher().submit_when_room(mine, Deadline::never()), Intake::proceed);
    });
  }
  gate_.open();
  waiters.clear();
  subject().drain();
  EXPECT_EQ(ran_.count(), 20);
}

TEST_P(QueueingDispatcher, refuses_those_who_wait_for_room_when_it_is_closed) {
  make_busy({.high_messages = 2, .low_messages = 0});
  ASSERT_EQ(submit(), Intake::proceed);
  ASSERT_EQ(submit(), Intake::pause);
  std::vector<std::jthread> waiters;
  for (int i = 0; i < 4; ++i) {
    waiters.emplace_back([this] {
      std::unique_ptr<Job> mine = job([this] { ran_.add(); });
      EXPECT_EQ(dispatcher().submit_when_room(mine, Deadline::never()), Intake::refused);
      EXPECT_EQ(mine, nullptr);
    });
  }
  subject().close();
  waiters.clear();
  open_and_drain();
  EXPECT_EQ(ran_.count(), 2);
}

INSTANTIATE_TEST_SUITE_P(Kinds, QueueingDispatcher, testing::Values(kPool, kLane),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace orbweaver::dispatch
