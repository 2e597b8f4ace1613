// SPDX-License-Identifier: Apache-2.0
// Messages of a daemon to the service manager that started it, as sd_notify(3) of systemd: that it
// is ready, that it ends, and, for a watchdog, at intervals that it still serves.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <optional>
#include <string>

namespace orbweaver::program {

/// Threads: any.
class ServiceManager {
 public:
  /// Returns the service manager that NOTIFY_SOCKET and WATCHDOG_USEC in the environment name.
  /// Removes both variables, so that started programs do not report for this process. Call it while
  /// this process has one thread.
  [[nodiscard]] static ServiceManager of_this_process();
  /// `socket`: empty: nothing is reported. `watchdog`: the service manager restarts this process if
  /// serves() is not called for this time.
  ServiceManager(std::string socket, std::optional<Nanoseconds> watchdog)
      : socket_(std::move(socket)), watchdog_(socket_.empty() ? std::nullopt : watchdog) {}

  // These functions never block; a message that cannot be sent is lost.
  void ready() const noexcept { tell("READY=1"); }
  void ending() const noexcept { tell("STOPPING=1"); }
  void serves() const noexcept { tell("WATCHDOG=1"); }

  /// Whether a service manager started this process, which then has no user's terminal.
  [[nodiscard]] bool is_there() const noexcept { return !socket_.empty(); }
  [[nodiscard]] const std::optional<Nanoseconds>& watchdog() const noexcept { return watchdog_; }

 private:
  void tell(const char* text) const noexcept;

  std::string socket_;
  std::optional<Nanoseconds> watchdog_;
};

}  // namespace orbweaver::program
