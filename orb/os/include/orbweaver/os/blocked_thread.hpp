// A thread of a pool may have to wait for what only another thread of its pool can do: it says so, and
// the pool runs another one in its place.
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
  /// Whether the others may hold work that cannot be handed on, too: then what holds it bounds it, as
  /// each of its connections holds one request, and each lane one job. The jobs of a queue are bounded
  /// by the threads alone.
  enum class HeldWork : bool { stays_bounded, grows };

  /// `needed`: a thread that gets no place among the blocked ones does not wait. `wanted`: it waits
  /// all the same. They have places of their own, so that those that want one leave enough for the
  /// others. `with_work`: the same for one that holds what it cannot hand on; only pools that may hold
  /// more of it have such places.
  enum class BlockKind : std::uint8_t { needed, wanted, with_work };

  /// The calling thread, which is one of its own, blocks from now on. False: there is no place, and no
  /// thread runs in its stead.
  [[nodiscard]] virtual bool begin_block(BlockKind kind) noexcept = 0;
  /// After begin_block() has returned true: the calling thread goes on.
  virtual void end_block(BlockKind kind) noexcept = 0;

  /// The spare threads of the calling thread; null: it has none, or counts as blocked. A pool's
  /// thread sets it first.
  [[nodiscard]] static SpareThreads*& of_this_thread() noexcept {
    return PerThread<SpareThreads*, SpareThreads>::value();
  }

  /// Whether the calling thread may have one in its place while it waits with what it holds.
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

/// While this object lives, the calling thread counts as blocked, once, if it has SpareThreads. Lives on
/// the stack. Takes a lock under which the pool takes no other one.
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

  /// False if it has no place.
  [[nodiscard]] bool may_wait() const noexcept { return may_wait_; }

 private:
  const BlockKind kind_;
  SpareThreads* const spare_;
  const bool may_wait_;
};

/// A wait that is not longer wakes no other thread: that would take as long.
inline constexpr Nanoseconds kBriefWait = std::chrono::microseconds(500);

/// Calls `wait(deadline)`, which returns whether the wait is over: with a deadline that is near first,
/// and then as a blocked thread with work.
template <class Wait>
[[nodiscard]] bool wait_as_blocked(Deadline deadline, Wait wait) {
  if (!SpareThreads::are_there_for_work()) return wait(deadline);
  const auto soon = Deadline::after(kBriefWait);
  if (!deadline.is_never() && deadline.moment() <= soon.moment()) return wait(deadline);
  if (wait(soon)) return true;
  const BlockedThread blocked{BlockedThread::BlockKind::with_work};
  return wait(deadline);
}

/// The same for a condition variable: whether the condition holds.
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
