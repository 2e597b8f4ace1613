// SPDX-License-Identifier: Apache-2.0
// Memory runs out at any allocation: what was taken runs, what was not is gone, and all goes on.
#include "failing_memory.hpp"
#include "jobs.hpp"

#include <gtest/gtest.h>

#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/dispatch/lane.hpp>

#include <atomic>
#include <deque>
#include <memory>
#include <new>

namespace orbweaver::dispatch {
namespace {

using testing_memory::FailingAllocation;

/// Submits a job for which memory runs out at the n-th allocation. False: it was not taken.
bool submit_with(Dispatcher& dispatcher, Feeder& feeder, unsigned n, std::atomic<int>& ran) {
  auto counts = job([&ran] { ++ran; });
  const FailingAllocation one{n};
  try {
    (void)dispatcher.submit(std::move(counts), feeder);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

constexpr unsigned kMost = 20;  // a submit allocates less often

class MemoryOf : public testing::Test {
 protected:
  MemoryOf() {
    (void)pool.submit(job([this] { gate.pass(); }), feeder);
  }

  Gate gate;
  SpyFeeder feeder;
  std::atomic<int> ran = 0;
  int taken = 0;
  ThreadPool pool{{.max_threads = 1, .watermarks = {}, .traits = {}}};
};

TEST_F(MemoryOf, a_lane_keeps_no_job_that_it_did_not_take) {
  Lane lane{pool, {.high_messages = 1, .low_messages = 0}};
  std::deque<SpyFeeder> feeders(kMost);  // each is remembered, as the lane is full
  for (unsigned n = 1; n < kMost; ++n) taken += submit_with(lane, feeders[n], n, ran) ? 1 : 0;
  EXPECT_LT(taken, static_cast<int>(kMost) - 1) << "no allocation failed";
  EXPECT_EQ(lane.statistics().waiting, static_cast<std::size_t>(taken));
  gate.open();
  lane.wait_until_idle();
  EXPECT_EQ(ran, taken);
}

TEST_F(MemoryOf, a_lane_that_has_taken_a_job_gets_its_turn) {
  constexpr std::size_t kLanes = 300;  // more than a pool has room for at first
  std::deque<Lane> lanes;
  for (std::size_t i = 0; i < kLanes; ++i)
    lanes.emplace_back(pool, dispatch::Watermarks{.high_messages = 8, .low_messages = 2});
  for (auto& lane : lanes)
    for (unsigned n = 1; n <= 3; ++n) taken += submit_with(lane, feeder, n, ran) ? 1 : 0;
  gate.open();
  for (auto& lane : lanes) lane.wait_until_idle();
  EXPECT_EQ(ran, taken);
}

TEST_F(MemoryOf, a_pool_keeps_no_job_that_it_did_not_take) {
  constexpr int kJobs = 300;
  for (int i = 0; i < kJobs; ++i) taken += submit_with(pool, feeder, 1, ran) ? 1 : 0;
  EXPECT_LT(taken, kJobs) << "no allocation failed";
  gate.open();
  pool.close();
  pool.drain();
  EXPECT_EQ(ran, taken);
}

class Bell final : public Alarm::Target {
 public:
  void ring() noexcept override { rings.add(); }
  Tally rings;
};

TEST(MemoryOfAnAlarm, says_that_it_cannot_ring) {
  const auto bell = std::make_shared<Bell>();
  Alarm alarm;
  unsigned n = 1;
  for (bool is_set = false; !is_set; ++n) {
    const FailingAllocation one{n};
    is_set = alarm.set(now(), bell);
  }
  EXPECT_GT(n, 2U) << "no allocation failed";
  bell->rings.wait_for(1);
}

}  // namespace
}  // namespace orbweaver::dispatch
