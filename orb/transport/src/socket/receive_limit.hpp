// SPDX-License-Identifier: Apache-2.0
// Lets one blocking recv() keep a deadline: the socket's own time limit stands below what is left,
// and is changed rarely, as callers mostly use the same timeout again. The rest of
// the time, and short waits, which the kernel's tick would stretch, are waited for exactly with
// poll.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/socket_io.hpp>

#include <chrono>

namespace orbweaver::transport {

class ReceiveLimit {
 public:
  /// Sets how long the next recv() waits, so that it ends before the deadline, give or take a tick.
  /// If it would block, wait for the rest of the time with os::wait_until_ready.
  [[nodiscard]] os::SocketWait choose(int socket, Deadline deadline) noexcept;

 private:
  std::chrono::milliseconds limit_{0};  // 0: no limit is set
};

}  // namespace orbweaver::transport
