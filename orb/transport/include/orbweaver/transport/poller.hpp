// Watches many connections for the `pool` connection threading: each watch fires once until it is
// armed again.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace orbweaver::transport {

/// Threads: all calls from any thread; several may wait at once, each event wakes one of them.
class Poller {
 public:
  /// If the system has no descriptors left, arm() fails and wait() returns nothing.
  Poller() noexcept;
  /// What the caller did before is seen by the thread that wait() gives the token to.
  /// Fires once when readable (or hung up), even if it is so already; then not until armed again.
  /// Until the first arm() a descriptor is not watched at all: the kernel would report a hang-up of
  /// a disarmed one. Fails: false if the system refuses (descriptors, memory,
  /// /proc/sys/fs/epoll/max_user_watches).
  /// Any token but UINT64_MAX, which is the poller's own.
  [[nodiscard]] bool arm(int descriptor, std::uint64_t token) noexcept;
  /// Call before the descriptor is closed. An event that another thread took already may still
  /// come.
  void remove(int descriptor) noexcept;
  /// Makes `token` come back from one wait(), without a descriptor: for input that is buffered
  /// already.
  void post(std::uint64_t token);
  /// The token of the next event; nothing after stop().
  [[nodiscard]] std::optional<std::uint64_t> wait() noexcept;
  /// Ends every wait(), now and later.
  void stop() noexcept;

 private:
  [[nodiscard]] std::optional<std::uint64_t> take_posted() noexcept;

  os::UniqueFd queue_, stop_event_, posted_event_;
  std::mutex mutex_;
  std::deque<std::uint64_t> posted_;
  std::atomic<bool> is_stopped_ = false;
  std::atomic<std::uint32_t> arms_ = 0;
};

}  // namespace orbweaver::transport
