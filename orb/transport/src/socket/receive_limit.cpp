// SPDX-License-Identifier: Apache-2.0
#include "socket/receive_limit.hpp"

#include <orbweaver/os/tick.hpp>

namespace orbweaver::transport {

namespace {
constexpr std::chrono::milliseconds kShortWait{20};
}

os::SocketWait ReceiveLimit::choose(int socket, Deadline deadline) noexcept {
  if (deadline.is_never()) return os::SocketWait::some;
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline.moment() - os::last_tick());
  if (left < kShortWait) return os::SocketWait::none;
  if (limit_ > left || limit_ < left / 8) {
    limit_ = left - left / 8;
    os::set_receive_limit(socket, limit_);
  }
  return os::SocketWait::some;
}

}  // namespace orbweaver::transport
