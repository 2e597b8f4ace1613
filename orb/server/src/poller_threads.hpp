// SPDX-License-Identifier: Apache-2.0
// The threads of the `pool` threading: how many wait for events, and which threads run in place of
// threads that are busy with something else for long.
//
//   busy        blocked (os::BlockedThread), or replaced: it stays in a servant, and another thread
//               reads its connection
//   parked      sleeps, because without the busy ones there are more threads than are needed
//
//   thread A: blocks                    ──► a thread that was parked goes on, or a new one begins
//   thread A: goes on, ends its event   ──► there is one too many: A parks
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <functional>
#include <vector>

namespace orbweaver::server {

class PollerThreads final : public os::SpareThreads {
 public:
  /// So many threads that need a substitute may be blocked and have one; and as many of the rest.
  static constexpr unsigned kMostBlocked = 64;

  /// Each thread calls `handle_one`, which waits for an event and handles it, until it returns
  /// false.
  PollerThreads(unsigned threads, os::ThreadTraits traits, std::function<bool()> handle_one);
  /// Requires: stop() was called, or start() was not.
  ~PollerThreads() = default;
  PollerThreads(const PollerThreads&) = delete;
  PollerThreads& operator=(const PollerThreads&) = delete;

  /// Call it once, first. Throws std::system_error, std::bad_alloc: some threads may run, which
  /// stop() ends.
  void start();
  /// Requires: `handle_one` returns false from now on. Blocks until the threads have ended.
  void stop();

  /// Adds a thread in place of one that stays in a servant. False: too many threads stay in
  /// servants, or the system gives no thread. Must not be called by a thread of this pool.
  [[nodiscard]] bool replace_one();
  /// Call it after replace_one() has returned true, when the replaced thread is back.
  void take_back_one() noexcept;

  [[nodiscard]] bool begin_block(BlockKind kind) noexcept override;
  void end_block(BlockKind kind) noexcept override;

 private:
  void run();
  /// Parks the calling thread as long as there is one thread too many.
  void park_if_surplus();
  // These require the lock.
  [[nodiscard]] unsigned& blocked_of(BlockKind kind) noexcept {
    return kind == BlockKind::needed ? blocked_needing_ : blocked_;
  }
  [[nodiscard]] unsigned all_blocked() const noexcept { return blocked_needing_ + blocked_; }
  [[nodiscard]] unsigned wanted() const noexcept { return most_ + replaced_ + all_blocked(); }
  [[nodiscard]] bool has_enough() noexcept;
  void add_one();
  void start_thread();

  const unsigned most_;  // threads that are not busy
  os::ThreadTraits traits_;
  const std::function<bool()> handle_one_;
  os::Mutex mutex_;
  os::ConditionVariable called_;
  unsigned blocked_needing_ = 0, blocked_ = 0, replaced_ = 0;
  os::Atomic<unsigned> present_{0};  // not parked; written under the lock
  unsigned parked_ = 0, calls_ = 0;  // calls: to parked threads
  bool is_over_ = false;
  std::vector<os::Thread> threads_;
};

}  // namespace orbweaver::server
