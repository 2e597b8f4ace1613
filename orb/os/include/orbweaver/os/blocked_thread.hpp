// SPDX-License-Identifier: Apache-2.0
// A thread of a pool may have to wait for work that only another thread of its pool can do. It says
// so with a BlockedThread, and the pool runs another thread in its place.
//
//   pool thread A:  BlockedThread begins: the pool may run one thread more
//   pool thread B:  does the work for which A waits
//   A:              goes on; BlockedThread ends
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/per_thread.hpp>

#include <chrono>
#include <cstdint>

namespace orbweaver::os {

/// A pool that runs other threads in place of its own ones that are blocked. Threads: any.
class SpareThreads {
 public:
  /// Whether the substitutes may hold work, too, that cannot be handed on. `stays_bounded`: the
  /// holders bound it, as a connection holds one request, and a lane one job. `grows`: only the
  /// number of threads bounds it, as with the jobs of a queue.
  enum class HeldWork : bool { stays_bounded, grows };

  /// Why a thread blocks. `needed`: it does not wait if it gets no substitute. `wanted`: it waits
  /// all the same. Each kind has a limit of its own, so that `wanted` leaves enough for `needed`.
  /// `with_work`: it waits all the same, and holds work that it cannot hand on; only pools that may
  /// hold more such work give it a substitute.
  enum class BlockKind : std::uint8_t { needed, wanted, with_work };

  /// The calling thread, which is a thread of the pool, blocks from now on. False: the limit of its
  /// kind is reached, and no thread runs in its stead.
  [[nodiscard]] virtual bool begin_block(BlockKind kind) noexcept = 0;
  /// Call it after begin_block() has returned true: the calling thread goes on.
  virtual void end_block(BlockKind kind) noexcept = 0;

  /// The spare threads of the calling thread; null: it has none, or counts as blocked. A pool's
  /// thread sets them first.
  [[nodiscard]] static SpareThreads*& of_this_thread() noexcept {
    return PerThread<SpareThreads*, SpareThreads>::value();
  }

  /// Whether a substitute may run while the calling thread waits with the work that it holds.
  [[nodiscard]] static bool are_there_for_work() noexcept {
    const auto* const spare = of_this_thread();
    return spare != nullptr && spare->others_may_hold_more();
  }

 protected:
  explicit SpareThreads(HeldWork held) noexcept : may_hold_more_(held == HeldWork::stays_bounded) {}
  ~SpareThreads() = default;
  [[nodiscard]] bool others_may_hold_more() const noexcept { return may_hold_more_; }

 private:
  const bool may_hold_more_;
};

/// While this object lives, the calling thread counts as blocked, once, if it has SpareThreads.
/// Lives on the stack. Takes a lock under which the pool takes no other one.
class BlockedThread {
 public:
  using BlockKind = SpareThreads::BlockKind;

  explicit BlockedThread(BlockKind kind = BlockKind::wanted) noexcept
      : kind_(kind),
        spare_(SpareThreads::of_this_thread()),
        may_wait_(spare_ == nullptr || spare_->begin_block(kind)) {
    if (may_wait_) SpareThreads::of_this_thread() = nullptr;
  }
  ~BlockedThread() {
    if (spare_ == nullptr || !may_wait_) return;
    spare_->end_block(kind_);
    SpareThreads::of_this_thread() = spare_;
  }
  BlockedThread(const BlockedThread&) = delete;
  BlockedThread& operator=(const BlockedThread&) = delete;

  /// False if the thread has no substitute.
  [[nodiscard]] bool may_wait() const noexcept { return may_wait_; }

 private:
  const BlockKind kind_;
  SpareThreads* const spare_;
  const bool may_wait_;
};

/// A wait that is not longer wakes no substitute: that would take as long.
inline constexpr Nanoseconds kBriefWait = std::chrono::microseconds(500);

/// Calls `wait(deadline)`, which returns whether the wait is over: first with a near deadline, then
/// as a blocked thread with work.
template <class Wait>
[[nodiscard]] bool wait_as_blocked(Deadline deadline, Wait wait) {
  if (!SpareThreads::are_there_for_work()) return wait(deadline);
  const auto soon = Deadline::after(kBriefWait);
  if (!deadline.is_never() && deadline.moment() <= soon.moment()) return wait(deadline);
  if (wait(soon)) return true;
  const BlockedThread blocked{BlockedThread::BlockKind::with_work};
  return wait(deadline);
}

/// Waits so for a condition variable. Whether the condition holds.
template <class Changed, class Lock, class Condition>
[[nodiscard]] bool wait_as_blocked(Changed& changed, Lock& lock, Deadline deadline,
                                   Condition condition) {
  const auto wait = [&](Deadline until) {
    if (!until.is_never()) return changed.wait_until(lock, until.moment(), condition);
    changed.wait(lock, condition);
    return true;
  };
  return condition() || wait_as_blocked(deadline, wait);
}

}  // namespace orbweaver::os
