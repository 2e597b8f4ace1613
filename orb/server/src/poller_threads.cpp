// SPDX-License-Identifier: Apache-2.0
#include "poller_threads.hpp"

#include <orbweaver/base/log_limit.hpp>

#include <exception>
#include <mutex>
#include <utility>

namespace orbweaver::server {

PollerThreads::PollerThreads(unsigned threads, os::ThreadTraits traits,
                             std::function<bool()> handle_one)
    : SpareThreads(HeldWork::stays_bounded),
      most_(threads),
      traits_(std::move(traits)),
      handle_one_(std::move(handle_one)) {}

void PollerThreads::start() {
  const std::lock_guard lock(mutex_);
  while (present_.load() < most_) start_thread();
}

// A thread that is being joined may start no other thread.
void PollerThreads::stop() {
  std::unique_lock lock(mutex_);
  is_over_ = true;
  called_.notify_all();
  auto ending = std::exchange(threads_, {});
  lock.unlock();
  ending.clear();
}

void PollerThreads::run() {
  of_this_thread() = this;
  while (handle_one_()) park_if_surplus();
}

// relaxed: a thread that is one too many for a moment does no harm
void PollerThreads::park_if_surplus() {
  if (present_.load(std::memory_order_relaxed) <= most_) return;
  std::unique_lock lock(mutex_);
  if (is_over_ || present_.load() <= wanted()) return;
  present_.fetch_sub(1);
  ++parked_;
  called_.wait(lock, [this] { return is_over_ || calls_ > 0; });
  --parked_;
  if (calls_ > 0) --calls_;
}

bool PollerThreads::replace_one() {
  const std::lock_guard lock(mutex_);
  if (replaced_ >= most_ + all_blocked()) return false;
  ++replaced_;
  if (has_enough()) return true;
  --replaced_;
  return false;
}

void PollerThreads::take_back_one() noexcept {
  const std::lock_guard lock(mutex_);
  --replaced_;
}

bool PollerThreads::begin_block(BlockKind kind) noexcept {
  const std::lock_guard lock(mutex_);
  auto& blocked = blocked_of(kind);
  if (blocked >= kMostBlocked) return false;
  ++blocked;
  (void)has_enough();
  return true;
}

void PollerThreads::end_block(BlockKind kind) noexcept {
  const std::lock_guard lock(mutex_);
  --blocked_of(kind);
}

// Adds the missing threads. Returns whether there are enough; never after the end.
bool PollerThreads::has_enough() noexcept try {
  while (!is_over_ && present_.load() < wanted()) add_one();
  return !is_over_;
} catch (const std::exception& error) {  // no thread, or no memory for one
  static LogLimit limit;
  warn_seldom(
      limit,
      "cannot start a thread to read connections ({}); raise the limit of threads (ulimit -u)",
      error.what());
  return false;
}

void PollerThreads::add_one() {
  if (parked_ == calls_) return start_thread();
  ++calls_;
  present_.fetch_add(1);
  called_.notify_one();
}

void PollerThreads::start_thread() {
  threads_.reserve(threads_.size() + 1);  // first: a thread that runs already cannot be ended
  threads_.push_back(os::start_thread(traits_, [this] { run(); }));
  present_.fetch_add(1);
}

}  // namespace orbweaver::server
