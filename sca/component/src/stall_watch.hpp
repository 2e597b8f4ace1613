// SPDX-License-Identifier: Apache-2.0
// Notices that a component's process() does not return from a packet. Nothing else would notice it
// if all packets of its senders are in queues: their streams have ended, and this one would never
// end.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstdint>
#include <functional>

namespace orbweaver::component {

/// Threads: any. It checks a few times within its timeout, and costs packets nothing.
class StallWatch {
 public:
  struct Sight {
    bool is_at_work = false;
    std::uint64_t through = 0;  // packets that are processed
  };

  /// Calls `report` once, on a thread of its own, if `look` returns for all of `timeout` that the
  /// component is at work, and that no further packet is processed.
  StallWatch(Nanoseconds timeout, std::function<Sight()> look, std::function<void()> report);
  /// Blocks: for a check or report that is under way.
  ~StallWatch();
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;

 private:
  static constexpr int kLooks = 4;

  void run();
  /// Returns true if the watch has ended.
  [[nodiscard]] bool wait();

  const Nanoseconds between_looks_;
  const std::function<Sight()> look_;
  const std::function<void()> report_;
  os::Mutex mutex_;
  os::ConditionVariable changed_;
  bool is_over_ = false;
  os::Thread thread_;
};

}  // namespace orbweaver::component
