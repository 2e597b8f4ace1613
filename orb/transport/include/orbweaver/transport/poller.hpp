// Watches many connections for the `pool` connection threading: each watch fires once until it is armed again.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <optional>

namespace orbweaver::transport {

/// Threads: all calls from any thread; several may wait at once, each event wakes one of them.
class Poller {
 public:
  Poller();
  /// Watches a descriptor; disarmed at first. `token` comes back from wait(). False if the system refuses.
  [[nodiscard]] bool add(int descriptor, std::uint64_t token) noexcept;
  /// Fires once when readable (or hung up), even if it is so already.
  void arm(int descriptor, std::uint64_t token) noexcept;
  void remove(int descriptor) noexcept;
  /// The token of the next event; nothing after stop().
  [[nodiscard]] std::optional<std::uint64_t> wait() noexcept;
  /// Ends every wait(), now and later.
  void stop() noexcept;

 private:
  os::UniqueFd epoll_, stopped_;
};

}  // namespace orbweaver::transport
