// SPDX-License-Identifier: Apache-2.0
// Messages of a daemon to the service manager that started it, as sd_notify(3) of systemd: that it
// is ready, that it ends, and, if a watchdog is set, again and again that it serves.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <optional>
#include <string>

namespace orbweaver::program {

/// Threads: any.
class ServiceManager {
 public:
  /// That of NOTIFY_SOCKET and WATCHDOG_USEC in the environment, which are taken out of it:
  /// programs that this process starts do not speak for it. Call it while there is one thread.
  [[nodiscard]] static ServiceManager of_this_process();
  /// `socket`: empty for none, then nothing is reported. `watchdog`: the service is restarted if it
  /// does not say for as long that it serves.
  ServiceManager(std::string socket, std::optional<Nanoseconds> watchdog)
      : socket_(std::move(socket)), watchdog_(socket_.empty() ? std::nullopt : watchdog) {}

  // These functions never block; a message that cannot be sent is lost.
  void ready() const noexcept { tell("READY=1"); }
  void ending() const noexcept { tell("STOPPING=1"); }
  void serves() const noexcept { tell("WATCHDOG=1"); }

  /// Whether one started this process: then no user's terminal belongs to it.
  [[nodiscard]] bool is_there() const noexcept { return !socket_.empty(); }
  [[nodiscard]] const std::optional<Nanoseconds>& watchdog() const noexcept { return watchdog_; }

 private:
  void tell(const char* text) const noexcept;

  std::string socket_;
  std::optional<Nanoseconds> watchdog_;
};

}  // namespace orbweaver::program
