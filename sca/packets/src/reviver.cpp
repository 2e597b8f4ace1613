// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/reviver.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/thread.hpp>

#include <system_error>
#include <utility>

namespace orbweaver::packets {

void Reviver::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

// A thread that has ended took the mutex last before it said so: joining it does not wait for it.
void Reviver::watch(std::weak_ptr<Revivable> dead) try {
  const std::lock_guard lock(mutex_);
  dead_.push_back(std::move(dead));
  if (is_running_ || is_ending_) return;
  if (thread_.joinable()) thread_.join();
  thread_ = os::start_thread({.name = "ow-reviver"}, [this] { run(); });
  is_running_ = true;
} catch (const std::system_error& error) {
  log().warn(
      "cannot start the thread that asks dead destinations ({}): they stay dead until they "
      "are connected anew",
      error.what());
}

void Reviver::run() {
  std::unique_lock lock(mutex_);
  while (!is_ending_ && !dead_.empty()) {
    changed_.wait_for(lock, between_tries_, [this] { return is_ending_; });
    if (is_ending_) break;
    auto asked = std::exchange(dead_, {});
    lock.unlock();
    std::erase_if(asked, [](const auto& one) {
      const auto held = one.lock();
      return !held || held->try_to_revive();
    });
    lock.lock();
    dead_.insert(dead_.end(), asked.begin(), asked.end());
  }
  is_running_ = false;
}

}  // namespace orbweaver::packets
