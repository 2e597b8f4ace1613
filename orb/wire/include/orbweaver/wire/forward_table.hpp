// SPDX-License-Identifier: Apache-2.0
// The references of objects that are elsewhere: the server answers a request to one of these keys
// with a location forward. CORBA 3.3 Part 2, 9.4.3.1: LOCATION_FORWARD.
//
// The server searches the table only if no active object has the key, so other requests are not
// slower.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace orbweaver::wire {

/// Threads: any.
class ForwardTable {
 public:
  struct Forward {
    giop::Ior to;
    giop::Permanence permanence = giop::Permanence::for_now;
  };
  /// Forwards requests to `object_key` to `forward.to`, which is not nil, from now on; unless an
  /// object is active under this key.
  void set(Bytes object_key, Forward forward) {
    const std::lock_guard lock(mutex_);
    forwards_.insert_or_assign(std::string{as_text(object_key)}, std::move(forward));
    has_any_.store(true, std::memory_order_relaxed);
  }
  void remove(Bytes object_key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = forwards_.find(as_text(object_key)); found != forwards_.end())
      forwards_.erase(found);
  }
  /// Whether a forward was ever set; one load.
  [[nodiscard]] bool has_any() const noexcept {
    return has_any_.load(std::memory_order_relaxed);  // a hint; the lock orders
  }
  [[nodiscard]] std::optional<Forward> find(Bytes object_key) const {
    const std::lock_guard lock(mutex_);
    const auto found = forwards_.find(as_text(object_key));
    return found == forwards_.end() ? std::nullopt : std::optional{found->second};
  }

 private:
  mutable os::Mutex mutex_;
  std::map<std::string, Forward, std::less<>> forwards_;
  os::Atomic<bool> has_any_{false};
};

}  // namespace orbweaver::wire
