// SPDX-License-Identifier: Apache-2.0
// Passes reports to the program's function, which is not called any more after close().
#pragma once
#include <orbweaver/events/statistics.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstddef>
#include <mutex>
#include <utility>

namespace orbweaver::events {

/// Threads: any.
class Reporter {
 public:
  explicit Reporter(OnDisconnection listener) : listener_(std::move(listener)) {}

  void report(const Disconnection& disconnection) {
    if (!listener_ || !begin()) return;
    listener_(disconnection);
    end();
  }
  /// Blocks: until reports under way are passed. Must not be called by the program's function.
  void close() {
    std::unique_lock lock(mutex_);
    is_closed_ = true;
    ended_.wait(lock, [&] { return running_ == 0; });
  }

 private:
  [[nodiscard]] bool begin() {
    const std::lock_guard lock(mutex_);
    if (is_closed_) return false;
    ++running_;
    return true;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    --running_;
    ended_.notify_all();
  }

  const OnDisconnection listener_;
  os::Mutex mutex_;
  os::ConditionVariable ended_;
  std::size_t running_ = 0;
  bool is_closed_ = false;
};

}  // namespace orbweaver::events
