// The threads of the `pool` threading: how many of them wait for events, and which others run in the
// place of those that do something else for long.
//
//   busy        blocked (os::BlockedThread), or replaced: it stays in a servant, and another thread
//               reads its connection
//   parked      there are more threads than are needed beside those that are busy: it sleeps
//
//   thread A: blocks                    ──► a thread that was parked goes on, or a new one begins
//   thread A: goes on, ends its event   ──► one too many: it parks
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
  /// How many that need a place may be blocked and have others run instead; and how many of the rest.
  static constexpr unsigned kMostBlocked = 64;

  /// Each thread calls `handle_one`, which waits for an event and handles it, until it returns false.
  PollerThreads(unsigned threads, os::ThreadTraits traits, std::function<bool()> handle_one);
  /// Requires: stop() was called, or start() was not.
  ~PollerThreads() = default;
  PollerThreads(const PollerThreads&) = delete;
  PollerThreads& operator=(const PollerThreads&) = delete;

  /// Call it once, first. Throws std::system_error, std::bad_alloc: some threads may run, which stop()
  /// ends.
  void start();
  /// Requires: `handle_one` returns false from now on. Blocks until the threads have ended.
  void stop();

  /// A thread stays in a servant: another one is to read its connection. False: there is no thread for
  /// that, as too many stay in servants, or the system has none. Not a thread of this pool.
  [[nodiscard]] bool replace_one();
  /// After replace_one() has returned true: that thread is back, or was back before.
  void take_back_one() noexcept;

  [[nodiscard]] bool begin_block(BlockKind kind) noexcept override;
  void end_block(BlockKind kind) noexcept override;

 private:
  void run();
  /// Parks the calling thread as long as there is one too many.
  void park_if_surplus();
  // Requires the lock, as all below.
  [[nodiscard]] unsigned& blocked_of(BlockKind kind) noexcept {
    return kind == BlockKind::needed ? blocked_needing_ : blocked_;
  }
  [[nodiscard]] unsigned all_blocked() const noexcept { return blocked_needing_ + blocked_; }
  [[nodiscard]] unsigned wanted() const noexcept { return most_ + replaced_ + all_blocked(); }
  [[nodiscard]] bool has_enough() noexcept;
  void add_one();
  void start_thread();

  const unsigned most_;  // that are not busy
  os::ThreadTraits traits_;
  const std::function<bool()> handle_one_;
  os::Mutex mutex_;
  os::ConditionVariable called_;
  unsigned blocked_needing_ = 0, blocked_ = 0, replaced_ = 0;
  os::Atomic<unsigned> present_{0};  // not parked; written under the lock
  unsigned parked_ = 0, calls_ = 0;  // calls: to those that are parked
  bool is_over_ = false;
  std::vector<os::Thread> threads_;
};

}  // namespace orbweaver::server
