// SPDX-License-Identifier: Apache-2.0
#include "stall_watch.hpp"

#include <mutex>
#include <utility>

namespace orbweaver::component {

StallWatch::StallWatch(Nanoseconds timeout, std::function<Sight()> look,
                       std::function<void()> report)
    : between_looks_(timeout / kLooks), look_(std::move(look)), report_(std::move(report)) {
  thread_ = os::start_thread({.name = "ow-stall"}, [this] { run(); });
}

StallWatch::~StallWatch() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void StallWatch::run() {
  auto before = look_();
  int looks = 0;  // since it went on last
  while (!wait()) {
    const auto sight = look_();
    const bool stands = sight.is_at_work && before.is_at_work && sight.through == before.through;
    looks = stands ? looks + 1 : 0;
    before = sight;
    if (looks == kLooks) return report_();
  }
}

bool StallWatch::wait() {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, between_looks_, [this] { return is_over_; });
}

}  // namespace orbweaver::component
