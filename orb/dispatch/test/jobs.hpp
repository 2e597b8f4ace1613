// SPDX-License-Identifier: Apache-2.0
// Jobs and feeders for tests, and the means to wait for what they do without sleeping.
#pragma once
#include <orbweaver/dispatch/job.hpp>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace orbweaver::dispatch {

/// A number that grows, and threads that wait until it has grown enough.
class Tally {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
    grew_.notify_all();
  }
  void wait_for(int count) {
    std::unique_lock lock(mutex_);
    grew_.wait(lock, [this, count] { return count_ >= count; });
  }
  [[nodiscard]] int count() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable grew_;
  int count_ = 0;
};

/// Closed until it is opened; then for ever open.
class Gate {
 public:
  void open() { opened_.add(); }
  void pass() { opened_.wait_for(1); }

 private:
  Tally opened_;
};

class FunctionJob final : public Job {
 public:
  explicit FunctionJob(std::function<void()> body, std::size_t bytes = 1)
      : body_(std::move(body)), bytes_(bytes) {}
  void run() noexcept override { body_(); }
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return bytes_; }

 private:
  std::function<void()> body_;
  std::size_t bytes_;
};

inline std::unique_ptr<Job> job(std::function<void()> body, std::size_t bytes = 1) {
  return std::make_unique<FunctionJob>(std::move(body), bytes);
}

/// Counts how often it was resumed.
class SpyFeeder final : public Feeder {
 public:
  void resume() noexcept override { resumed_.add(); }
  [[nodiscard]] int resumes() const { return resumed_.count(); }
  void wait_for_resumes(int count) { resumed_.wait_for(count); }

 private:
  Tally resumed_;
};

/// Notices when a second thread enters before the first has left.
class LoneVisitor {
 public:
  void enter() {
    const std::lock_guard lock(mutex_);
    was_crowded_ = was_crowded_ || is_inside_;
    is_inside_ = true;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    is_inside_ = false;
  }
  [[nodiscard]] bool was_crowded() const {
    const std::lock_guard lock(mutex_);
    return was_crowded_;
  }

 private:
  mutable std::mutex mutex_;
  bool is_inside_ = false, was_crowded_ = false;
};

}  // namespace orbweaver::dispatch
