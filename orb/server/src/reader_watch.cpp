// SPDX-License-Identifier: Apache-2.0
#include "reader_watch.hpp"

#include <algorithm>
#include <new>

namespace orbweaver::server {

ReaderWatch::ReaderWatch(const os::ThreadTraits& traits, StartReader start_reader)
    : start_reader_(std::move(start_reader)) {
  auto mine = traits;
  mine.name = "ow-watch";
  thread_ = os::start_thread(mine, [this] { run(); });
}

ReaderWatch::~ReaderWatch() { stop(); }

void ReaderWatch::add(const std::shared_ptr<ServerConnection>& connection) {
  const Lock lock(mutex_);
  std::erase_if(watched_, [](const Watched& one) { return one.connection.expired(); });
  watched_.push_back({connection, connection->handoffs().present().look()});
}

void ReaderWatch::stop() noexcept {
  {
    const Lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ReaderWatch::run() {
  Lock lock(mutex_);
  int quiet_ticks = 0;
  while (!stopping_) {
    const auto found = look_at_all(lock);
    quiet_ticks = found == Activity::none ? quiet_ticks + 1 : 0;
    if (quiet_ticks >= kQuietTicks)
      park(lock);
    else
      changed_.wait_for(lock, tick_after(found), [this] { return stopping_; });
  }
}

Nanoseconds ReaderWatch::tick_after(Activity found) noexcept {
  if (short_ticks_left_ > 0) --short_ticks_left_;
  return found == Activity::is_in_servant || short_ticks_left_ > 0 ? kShortTick : kTick;
}

namespace {

// If memory is short, the remaining readers are replaced at the next look.
template <class T>
bool has_room_for_one_more(std::vector<T>& all) noexcept {
  try {
    all.reserve(all.size() + 1);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace

ReaderWatch::Activity ReaderWatch::activity(wire::ReaderHandoff::Look now,
                                            wire::ReaderHandoff::Look before) noexcept {
  if (wire::ReaderHandoff::is_in_servant(now)) return Activity::is_in_servant;
  return now != before ? Activity::requests : Activity::none;
}

ReaderWatch::Activity ReaderWatch::look_at_all(Lock& lock) {
  auto most = Activity::none;
  std::vector<std::pair<std::shared_ptr<ServerConnection>, wire::ReaderHandoff::Look>> stuck;
  for (auto& one : watched_) {
    const auto connection = one.connection.lock();
    if (!connection) continue;
    const auto look = connection->handoffs().present().look();
    const auto found = activity(look, one.last_look);
    most = std::max(most, found);
    if (found == Activity::is_in_servant && look == one.last_look && has_room_for_one_more(stuck))
      stuck.emplace_back(connection, look);
    one.last_look = look;
  }
  if (stuck.empty()) return most;
  short_ticks_left_ = kShortTicksAfterReplacing;
  // The lock is released: start_reader_ takes a lock of its own, and a connection may end here.
  lock.unlock();
  for (const auto& [connection, look] : stuck) start_reader_(connection, look);
  stuck.clear();
  lock.lock();
  return most;
}

// Thread R (a reader) and thread W (the watch). Both write before they read:
//
//   R: enter_servant() writes R's word; wake() reads whether W sleeps
//   W: announces that it sleeps; then reads all words
//
// If R reads that W is awake, W announces its sleep later, and then finds R's word: W does not
// sleep. If R reads that W sleeps, R wakes it. All four are seq_cst.
void ReaderWatch::park(Lock& lock) {
  is_asleep_.store(true, std::memory_order_seq_cst);
  if (look_at_all(lock) == Activity::none)
    changed_.wait(lock,
                  [this] { return stopping_ || !is_asleep_.load(std::memory_order_relaxed); });
  is_asleep_.store(false, std::memory_order_relaxed);
}

void ReaderWatch::wake_up() noexcept {
  const Lock lock(mutex_);
  is_asleep_.store(false, std::memory_order_relaxed);  // the lock orders it
  changed_.notify_all();
}

}  // namespace orbweaver::server
