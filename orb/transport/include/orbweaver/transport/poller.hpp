// SPDX-License-Identifier: Apache-2.0
// Watches many connections, for the threading `pool`. A descriptor fires once, and then not until
// it is armed again.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <list>
#include <optional>

namespace orbweaver::transport {

/// Threads: any thread may make any call. Several may wait at once; each event wakes one of them.
class Poller {
 public:
  /// If the system has no descriptors left, arm() fails and wait() returns nothing.
  Poller() noexcept;
  /// Lets `descriptor` fire once, when it is readable or hung up, or at once if it is so already.
  /// Then it does not fire until it is armed again. The thread that gets the token from wait() sees
  /// all that the caller did before. `token`: any but UINT64_MAX, which is the poller's own.
  /// A descriptor is not watched before its first arm(), as the kernel would report its hang-up.
  /// Fails: false if the system refuses (descriptors, memory, /proc/sys/fs/epoll/max_user_watches).
  [[nodiscard]] bool arm(int descriptor, std::uint64_t token) noexcept;
  /// Call it before the descriptor is closed. An event that another thread has taken already may
  /// still come.
  void remove(int descriptor) noexcept;
  /// Takes memory for one token more that is posted and has not come yet: so post() takes none.
  /// Fails: std::bad_alloc.
  void reserve_post();
  void release_post() noexcept;
  /// Makes one wait() return `token`, without a descriptor: for input that is buffered already.
  /// Requires: no more are posted than were reserved.
  void post(std::uint64_t token) noexcept;
  /// The token of the next event; nothing after stop().
  [[nodiscard]] std::optional<std::uint64_t> wait() noexcept;
  /// Ends every wait(), now and later.
  void stop() noexcept;

 private:
  [[nodiscard]] std::optional<std::uint64_t> take_posted() noexcept;

  os::UniqueFd queue_, stop_event_, posted_event_;
  os::Mutex mutex_;
  std::list<std::uint64_t> posted_, reserved_;
  os::Atomic<bool> is_stopped_ = false;
  os::Atomic<std::uint32_t> arms_ = 0;
};

}  // namespace orbweaver::transport
