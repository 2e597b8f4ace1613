// SPDX-License-Identifier: Apache-2.0
// A few threads for work that the thread that gets it must not do itself.
#pragma once
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace orbweaver::program {

/// Threads: any.
class Errands {
 public:
  explicit Errands(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i)
      threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
  ~Errands() { finish(); }
  Errands(const Errands&) = delete;
  Errands& operator=(const Errands&) = delete;

  /// Runs `errand` on a thread of this object. It must not throw. Never blocks. Returns false after
  /// finish(): it is not run.
  bool post(std::function<void()> errand) {
    const std::scoped_lock lock{mutex_};
    if (is_finished_) return false;
    errands_.push_back(std::move(errand));
    changed_.notify_one();
    return true;
  }

  /// Takes no more errands, and returns when all are done. Must not be called on a thread of this
  /// object.
  void finish() {
    {
      const std::scoped_lock lock{mutex_};
      is_finished_ = true;
    }
    threads_.clear();  // stops and joins
  }

 private:
  void work(const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    while (changed_.wait(lock, stop, [&] { return !errands_.empty(); })) {
      const auto errand = std::move(errands_.front());
      errands_.pop_front();
      lock.unlock();
      errand();
      lock.lock();
    }
  }

  os::Mutex mutex_;
  os::ConditionVariableAny changed_;
  bool is_finished_ = false;
  std::deque<std::function<void()>> errands_;
  std::vector<os::Thread> threads_;  // last, so that they end first
};

}  // namespace orbweaver::program
