// Lets one blocking recv() keep a deadline: the socket's own time limit stands below what is left,
// and is changed rarely, as callers mostly use the same timeout again. What the limit leaves over,
// and short waits, which the kernel's tick would stretch, are waited for exactly with poll.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/socket_io.hpp>

#include <chrono>

namespace orbweaver::transport {

class ReceiveLimit {
 public:
  /// How the next recv() may wait so that it ends before the deadline, give or take a tick. When it
  /// would block, wait for the rest with os::wait_until_ready.
  [[nodiscard]] os::Waiting choose(int socket, Deadline deadline) noexcept;

 private:
  std::chrono::milliseconds limit_{0};  // 0: none set
};

}  // namespace orbweaver::transport
