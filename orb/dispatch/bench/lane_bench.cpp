// SPDX-License-Identifier: Apache-2.0
// What it costs to hand a job to another thread: jobs per second through a pool and a lane, fed by
// a thread that keeps to the pauses, and the time from submit to run of one job at a time (hop),
// with an idle pool.
//
//   dispatch_bench --benchmark_filter=Hop      p50_ns and p99_ns; the wake-up of a sleeping thread
//   dominates
#include <benchmark/benchmark.h>

#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/dispatch/calling_thread.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/dispatch/thread_pool.hpp>
#include <orbweaver/dispatch/worker.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace orbweaver::dispatch {
namespace {

constexpr int kJobsPerIteration = 10000;

class CountingJob final : public Job {
 public:
  explicit CountingJob(std::atomic<int>& runs) : runs_(runs) {}
  void run() noexcept override {
    runs_.fetch_add(1, std::memory_order_release);  // pairs with the acquire of the feeding thread
  }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return 64; }

 private:
  std::atomic<int>& runs_;
};

class WaitingFeeder final : public Feeder {
 public:
  void resume() noexcept override {
    const std::lock_guard lock(mutex_);
    ++resumes_;
    resumed_.notify_one();
  }
  void pause() {
    std::unique_lock lock(mutex_);
    ++pauses_;
    resumed_.wait(lock, [this] { return resumes_ >= pauses_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable resumed_;
  int resumes_ = 0, pauses_ = 0;
};

PoolOptions pool_options(benchmark::State& state) {
  PoolOptions options;
  options.max_threads = static_cast<unsigned>(state.range(0));
  return options;
}

void feed(Dispatcher& dispatcher, benchmark::State& state) {
  std::atomic<int> runs = 0;
  WaitingFeeder feeder;
  int taken = 0;
  for (auto _ : state) {
    for (int i = 0; i < kJobsPerIteration; ++i) {
      if (dispatcher.submit(std::make_unique<CountingJob>(runs), feeder) == Intake::pause)
        feeder.pause();
    }
    taken += kJobsPerIteration;
    while (runs.load(std::memory_order_acquire) < taken) {  // pairs with the release of the jobs
      std::this_thread::yield();
    }
  }
  state.SetItemsProcessed(taken);
}

void BM_PoolThroughput(benchmark::State& state) {
  ThreadPool pool(pool_options(state));
  feed(pool, state);
}
BENCHMARK(BM_PoolThroughput)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

void BM_LaneThroughput(benchmark::State& state) {
  ThreadPool pool(pool_options(state));
  Lane lane(pool, {});
  feed(lane, state);
}
BENCHMARK(BM_LaneThroughput)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

void BM_CallingThreadThroughput(benchmark::State& state) {
  CallingThread calling_thread;
  feed(calling_thread, state);
}
BENCHMARK(BM_CallingThreadThroughput)->UseRealTime();

/// Says when it ran.
class StampingJob final : public Job {
 public:
  explicit StampingJob(std::atomic<std::int64_t>& ran_at) : ran_at_(ran_at) {}
  void run() noexcept override {
    ran_at_.store(monotonic_ns(),
                  std::memory_order_release);  // pairs with the acquire of the submitter
    ran_at_.notify_one();
  }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return 64; }

 private:
  std::atomic<std::int64_t>& ran_at_;
};

void hop(Dispatcher& dispatcher, benchmark::State& state) {
  Histogram hops;
  WaitingFeeder feeder;
  std::atomic<std::int64_t> ran_at = 0;
  for (auto _ : state) {
    ran_at.store(0,
                 std::memory_order_relaxed);  // the queue's lock orders it before the job's store
    const std::int64_t submitted_at = monotonic_ns();
    (void)dispatcher.submit(std::make_unique<StampingJob>(ran_at), feeder);
    ran_at.wait(0, std::memory_order_acquire);  // pairs with the release of the job
    hops.record(static_cast<std::uint64_t>(ran_at.load(std::memory_order_acquire) - submitted_at));
  }
  state.counters["p50_ns"] = hops.percentile(50);
  state.counters["p99_ns"] = hops.percentile(99);
}

void BM_PoolHop(benchmark::State& state) {
  ThreadPool pool(pool_options(state));
  hop(pool, state);
}
BENCHMARK(BM_PoolHop)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

void BM_LaneHop(benchmark::State& state) {
  ThreadPool pool(pool_options(state));
  Lane lane(pool, {});
  hop(lane, state);
}
BENCHMARK(BM_LaneHop)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

void BM_BoundedQueueThroughput(benchmark::State& state) {
  BoundedQueue<std::uint64_t> queue(static_cast<std::size_t>(state.range(0)));
  std::jthread worker([&queue] {
    while (queue.pop()) {
    }
  });
  std::uint64_t number = 0;
  for (auto _ : state) benchmark::DoNotOptimize(queue.push(std::uint64_t{++number}));
  queue.close();
  worker.join();
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_BoundedQueueThroughput)->ArgName("capacity")->Arg(1)->Arg(64)->UseRealTime();

}  // namespace
}  // namespace orbweaver::dispatch
