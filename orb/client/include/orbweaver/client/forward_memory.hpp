// Where a server, or a failure, has sent the calls of a reference: later ones go there at once.
//
//               set                        set
//     nothing ─────────► somewhere for now ◄─────► somewhere permanently
//        ▲                     │
//        └─────────────────────┘ forget
#pragma once
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace orbweaver::client {

class Reference;

/// Threads: any.
class ForwardMemory {
 public:
  struct Forward {
    std::shared_ptr<Reference> to;
    giop::Permanence permanence = giop::Permanence::for_now;
  };

  /// Whether get() may have something: a load.
  [[nodiscard]] bool is_set() const noexcept {
    return is_set_.load(std::memory_order_relaxed);  // a hint; the lock orders
  }
  [[nodiscard]] Forward get() const {
    const std::lock_guard lock(mutex_);
    return forward_;
  }
  void set(Forward forward) {
    const std::lock_guard lock(mutex_);
    forward_ = std::move(forward);
    is_set_.store(forward_.to != nullptr, std::memory_order_relaxed);
  }
  /// Forgets the forward if it still leads to `to`, and is not for good.
  void forget(const Reference* to) {
    const std::lock_guard lock(mutex_);
    if (forward_.to.get() != to || forward_.permanence == giop::Permanence::permanently) return;
    forward_ = {};
    is_set_.store(false, std::memory_order_relaxed);
  }

 private:
  os::Atomic<bool> is_set_{false};
  mutable os::Mutex mutex_;
  Forward forward_;
};

}  // namespace orbweaver::client
