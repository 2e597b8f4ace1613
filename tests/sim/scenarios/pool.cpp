// SPDX-License-Identifier: Apache-2.0
// A pool and a row of lanes, as components of one process use them: a job schedules a turn of the
// next lane. Some jobs last, or wait for what they have scheduled, and the pool sees nothing of
// that. Where turns come fast the pool calls fewer threads than there are turns. As it may have a
// thread for each lane, no job waits for those of other lanes.
#include "scenarios/pool.hpp"

#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/reached.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::spurious_wake, Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a job waited for the turn that it had scheduled", "a job waited, and said so",
     "a thread that is no pool's ran a job in a lane", "a turn was left to a thread at work"});

// Much longer than all threads need that have something to do.
constexpr Time kSoon = 100 * kMillisecond;
constexpr Time kLong = 5 * kSoon;
constexpr dispatch::Watermarks kNeverFull{.high_messages = 1'000'000};

/// Others notice when the job begins.
using Begins = std::shared_ptr<Signal>;

class Row {
 public:
  Row(dispatch::ThreadPool& pool, std::uint32_t lanes) {
    for (; lanes > 0; --lanes) places_.emplace_back(pool);
  }

  void submit(std::uint32_t lane, const Begins& begins) {
    (void)places_[lane].lane.submit(std::make_unique<Step>(*this, lane, begins), unpausable_);
  }
  /// In the calling thread, if the lane is idle; else as submit().
  void run_here(std::uint32_t lane, const Begins& begins) {
    if (!places_[lane].lane.try_enter()) return submit(lane, begins);
    reached("a thread that is no pool's ran a job in a lane");
    run(lane, virtual_now(), *begins);
    places_[lane].lane.leave();
  }
  void wait_until_idle() {
    for (auto& place : places_) place.lane.wait_until_idle();
  }

 private:
  class Step final : public dispatch::Job {
   public:
    Step(Row& row, std::uint32_t lane, Begins begins)
        : row_(row), lane_(lane), begins_(std::move(begins)) {}
    void run() noexcept override { row_.run(lane_, submitted_, *begins_); }
    [[nodiscard]] std::size_t size_bytes() const noexcept override { return 1; }

   private:
    Row& row_;
    const std::uint32_t lane_;
    const Begins begins_;
    const Time submitted_ = virtual_now();
  };
  class Unpausable final : public dispatch::Feeder {
    void resume() noexcept override {}
  };
  struct Place {
    explicit Place(dispatch::ThreadPool& pool) : lane(pool, kNeverFull) {}
    dispatch::Lane lane;
    Time free_since = 0;
  };

  void run(std::uint32_t lane, Time submitted, Signal& begins) {
    auto& here = places_[lane];
    if (const auto waited = virtual_now() - std::max(submitted, here.free_since); waited > kSoon)
      fail("work is taken up soon",
           fmt::format("a job of lane {} waited for {} ms though it was next", lane,
                       waited / kMillisecond));
    begins.raise();
    const auto next = std::make_shared<Signal>();
    if (lane + 1 < places_.size()) {
      submit(lane + 1, next);
      go_on(*next);
    }
    here.free_since = virtual_now();
  }
  static void go_on(Signal& next) {
    switch (from_to(0, 15)) {
      case 0:
        return sleep_until(virtual_now() + kLong);
      case 1:
      case 2:
        return sleep_until(virtual_now() + from_to(1, 300) * kMicrosecond);
      case 3:
      case 4:
        reached("a job waited for the turn that it had scheduled");
        return next.wait();
      case 5:
        return say_and_wait(next);
      default:
        return;
    }
  }
  static void say_and_wait(Signal& next) {
    const os::BlockedThread blocked;
    if (!blocked.may_wait()) return;
    reached("a job waited, and said so");
    next.wait();
  }

  std::deque<Place> places_;
  Unpausable unpausable_;
};

void feed(Row& row, std::uint32_t lanes) {
  for (auto jobs = from_to(5, 60); jobs > 0; --jobs) {
    const auto lane = from_to(0, lanes - 1);
    const auto begins = std::make_shared<Signal>();
    one_of(true, true, false) ? row.submit(lane, begins) : row.run_here(lane, begins);
    if (const auto time = one_of(Time{0}, 5 * kMicrosecond, 50 * kMicrosecond, kMillisecond))
      sleep_until(virtual_now() + time);
  }
}

dispatch::PoolOptions options_for(std::uint32_t lanes) {
  return {.max_threads = lanes,
          .processors = one_of(2U, 1U, 4U, 0U),
          .look = std::chrono::microseconds{one_of(0, 50)},
          .fast = std::chrono::milliseconds{one_of(4, 1'000'000)}};
}

void use_a_pool() {
  const auto lanes = from_to(2, 5);
  dispatch::ThreadPool pool{options_for(lanes)};
  Row row{pool, lanes};
  {
    std::vector<os::Thread> feeders;
    for (auto n = from_to(1, 3); n > 0; --n) feeders.emplace_back([&] { feed(row, lanes); });
  }
  row.wait_until_idle();
  pool.drain();
  reached("a turn was left to a thread at work", pool.statistics().left);
}

void run() {
  begin_world();
  start_program("pool", use_a_pool);
  await_end_of_all();
  check_end_of_all();
}

}  // namespace

Scenario pool_scenario() noexcept {
  return {"pool", "jobs of a pool schedule each other, last and wait", run, kFaults, kStates};
}

}  // namespace orbweaver::sim
