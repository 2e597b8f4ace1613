// SPDX-License-Identifier: Apache-2.0
// What lies behind a component's port: a queue and a thread that processes, as in OSSIE's Standard
// Interfaces, which paper 3 measures. It knows no ORB.
#pragma once
#include <bench/measure.hpp>
#include <bench/semaphore.hpp>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace bench {

/// Threads: any number may push.
template <class Packet>
class Processing {
 public:
  static constexpr std::size_t kDepth = 5;  // OSSIE's default
  static constexpr std::size_t kMostTimes = 1'000'000;

  // Reserved at once: to grow while packets come would be measured too.
  Processing() { times_ns_.reserve(kMostTimes); }
  ~Processing() {
    ends_ = true;
    filled_.release();
    thread_.join();
  }
  Processing(const Processing&) = delete;
  Processing& operator=(const Processing&) = delete;

  /// `fill` lays the packet into its place in the queue. Blocks while the queue is full.
  template <class Fill>
  void push(Fill&& fill) {
    free_.acquire();
    {
      const std::lock_guard lock(mutex_);
      fill(queue_[pushed_++ % kDepth]);
    }
    filled_.release();
  }

  /// When the thread took each packet since the last call, in order. Blocks until all are taken.
  std::vector<std::uint64_t> taken_ns() {
    std::unique_lock lock(mutex_);
    settled_.wait(lock, [&] { return taken_ == pushed_; });
    std::vector<std::uint64_t> fresh;
    fresh.reserve(kMostTimes);
    return std::exchange(times_ns_, std::move(fresh));
  }

 private:
  void run() {
    for (filled_.acquire(); !ends_; filled_.acquire()) {
      take(static_cast<std::uint64_t>(now_ns()));
      free_.release();
    }
  }

  void take(std::uint64_t taken_ns) {
    const std::lock_guard lock(mutex_);
    if (times_ns_.size() < kMostTimes) times_ns_.push_back(taken_ns);
    ++taken_;
    settled_.notify_all();
  }

  std::array<Packet, kDepth> queue_{};
  Semaphore free_{kDepth};
  Semaphore filled_{0};  // the end is said with it, too
  std::mutex mutex_;
  std::condition_variable settled_;
  std::uint64_t pushed_ = 0, taken_ = 0;
  std::vector<std::uint64_t> times_ns_;
  std::atomic<bool> ends_{false};
  std::thread thread_{[this] { run(); }};  // last: it uses all of the above
};

}  // namespace bench
