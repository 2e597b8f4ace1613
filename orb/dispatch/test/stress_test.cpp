// SPDX-License-Identifier: Apache-2.0
// Many threads, random delays: meant for the thread sanitizer. The seed is fixed and can be set by
// ORBWEAVER_STRESS_SEED; the delays are counted in spins, so no clock is asked.
#include "jobs.hpp"

#include <gtest/gtest.h>

#include <orbweaver/dispatch/lane.hpp>

#include <atomic>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <thread>
#include <vector>

namespace orbweaver::dispatch {
namespace {

unsigned seed() {
  const char* text = std::getenv("ORBWEAVER_STRESS_SEED");
  return text == nullptr ? 1U : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

class Delays {
 public:
  explicit Delays(unsigned stream) : random_(seed() * 7919 + stream) {}

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_()) % limit; }
  void delay() {
    const unsigned what = below(16);
    if (what == 0) std::this_thread::yield();
    if (what < 8) spin(below(200));
  }
  static void spin(unsigned count) {
    for (unsigned i = 0; i < count; ++i) std::atomic_signal_fence(std::memory_order_seq_cst);
  }

 private:
  std::mt19937 random_;
};

/// What a servant sees, written without a lock: the lane is the lock.
struct Servant {
  std::vector<int> last_of_thread = std::vector<int>(8, -1);
  int calls = 0;
  bool was_in_order = true;

  void call(std::size_t thread, int number) {
    was_in_order = was_in_order && number > last_of_thread[thread];
    last_of_thread[thread] = number;
    ++calls;
  }
};

/// A connection that keeps to its pauses, and one thread that reads it.
class Connection {
 public:
  Connection(std::size_t number, std::deque<Lane>& lanes, std::deque<Servant>& servants)
      : number_(number),
        lanes_(lanes),
        servants_(servants),
        delays_(static_cast<unsigned>(number)) {}

  void send(int jobs) {
    for (int i = 0; i < jobs; ++i) {
      send_one(delays_.below(static_cast<unsigned>(lanes_.size())), i);
      delays_.delay();
    }
  }
  int taken() const { return taken_; }
  int pauses() const { return pauses_; }
  int resumes() const { return feeder_.resumes(); }

 private:
  std::unique_ptr<Job> make_job(std::size_t lane, int number) {
    Servant& servant = servants_[lane];
    const unsigned spins = delays_.below(300);
    return job(
        [&servant, thread = number_, number, spins] {
          servant.call(thread, number);
          Delays::spin(spins);
        },
        delays_.below(64));
  }

  void send_one(std::size_t lane, int number) {
    std::unique_ptr<Job> mine = make_job(lane, number);
    if (delays_.below(4) == 0) {
      const auto timeout = std::chrono::microseconds(1 + delays_.below(20));
      while (lanes_[lane].submit_when_room(mine, Deadline::after(timeout)) == Intake::pause) {
      }
      ++taken_;
      return;
    }
    const Intake intake = lanes_[lane].submit(std::move(mine), feeder_);
    ++taken_;
    if (intake == Intake::pause) feeder_.wait_for_resumes(++pauses_);
  }

  const std::size_t number_;
  std::deque<Lane>& lanes_;
  std::deque<Servant>& servants_;
  Delays delays_;
  SpyFeeder feeder_;
  int taken_ = 0, pauses_ = 0;
};

TEST(Stress, lanes_keep_order_and_count_under_pauses_and_timeouts) {
  constexpr int kJobs = 1500;
  std::deque<Servant> servants(5);
  ThreadPool pool({.max_threads = 4, .watermarks = {}, .traits = {}});
  std::deque<Lane> lanes;
  for (std::size_t i = 0; i < servants.size(); ++i) {
    lanes.emplace_back(
        pool, dispatch::Watermarks{
                  .high_messages = 4, .low_messages = 1, .high_bytes = 200, .low_bytes = 60});
  }
  std::deque<Connection> connections;
  for (std::size_t i = 0; i < 6; ++i) connections.emplace_back(i, lanes, servants);
  {
    std::vector<std::jthread> readers;
    for (Connection& connection : connections) {
      readers.emplace_back([&connection] { connection.send(kJobs); });
    }
  }
  for (Lane& lane : lanes) lane.wait_until_idle();
  int calls = 0;
  for (const Servant& servant : servants) {
    calls += servant.calls;
    EXPECT_TRUE(servant.was_in_order);
  }
  EXPECT_EQ(calls, 6 * kJobs);
  for (const Connection& connection : connections) {
    EXPECT_EQ(connection.taken(), kJobs);
    EXPECT_EQ(connection.resumes(), connection.pauses());
  }
}

/// Submits until it is refused; what was taken must have run when all is over.
int submit_until_refused(Dispatcher& dispatcher, Feeder& feeder, std::atomic<int>& ran,
                         unsigned stream) {
  Delays delays(stream);
  int taken = 0;
  while (true) {
    std::unique_ptr<Job> mine = job([&ran] { ++ran; });
    const Intake intake = delays.below(2) == 0
                              ? dispatcher.submit_when_room(mine, Deadline::never())
                              : dispatcher.submit(std::move(mine), feeder);
    if (intake == Intake::refused) return taken;
    ++taken;
    delays.delay();
  }
}

TEST(Stress, a_lane_closed_in_full_flow_runs_exactly_what_it_took) {
  SpyFeeder feeder;
  for (unsigned round = 0; round < 60; ++round) {
    std::atomic<int> ran = 0, taken = 0;
    ThreadPool pool({.max_threads = 3, .watermarks = {}, .traits = {}});
    std::optional<Lane> lane(std::in_place, pool,
                             dispatch::Watermarks{.high_messages = 3, .low_messages = 1});
    {
      std::vector<std::jthread> submitters;
      for (unsigned i = 0; i < 3; ++i) {
        submitters.emplace_back(
            [&, i] { taken += submit_until_refused(*lane, feeder, ran, round * 3 + i); });
      }
      Delays(round).delay();
      lane->close();
    }
    lane.reset();
    pool.drain();
    ASSERT_EQ(ran, taken);
  }
}

TEST(Stress, a_pool_closed_in_full_flow_runs_exactly_what_it_took) {
  SpyFeeder feeder;
  for (unsigned round = 0; round < 60; ++round) {
    std::atomic<int> ran = 0, taken = 0;
    ThreadPool pool(
        {.max_threads = 3, .watermarks = {.high_messages = 3, .low_messages = 1}, .traits = {}});
    std::vector<std::jthread> submitters;
    for (unsigned i = 0; i < 3; ++i) {
      submitters.emplace_back(
          [&, i] { taken += submit_until_refused(pool, feeder, ran, round * 3 + i); });
    }
    Delays(round).delay();
    pool.close();
    pool.drain();
    submitters.clear();
    ASSERT_EQ(ran, taken);
  }
}

TEST(Stress, lanes_come_and_go_while_their_jobs_run) {
  SpyFeeder feeder;
  std::atomic<int> ran = 0, taken = 0;
  ThreadPool pool({.max_threads = 4, .watermarks = {}, .traits = {}});
  {
    std::vector<std::jthread> makers;
    for (unsigned maker = 0; maker < 4; ++maker) {
      makers.emplace_back([&, maker] {
        Delays delays(maker);
        for (int round = 0; round < 200; ++round) {
          Lane lane(pool, {.high_messages = 4, .low_messages = 1});
          for (unsigned jobs = delays.below(20); jobs > 0; --jobs) {
            (void)lane.submit(job([&ran] { ++ran; }), feeder);
            ++taken;
          }
          delays.delay();
          if (delays.below(3) == 0) lane.wait_until_idle();
        }
      });
    }
  }
  pool.drain();
  EXPECT_EQ(ran, taken);
}

}  // namespace
}  // namespace orbweaver::dispatch
