#include "stream/time_limit.hpp"

namespace orbweaver::transport {

namespace {
constexpr std::chrono::milliseconds kShortWait{20};
}

os::Waiting TimeLimit::choose(int socket, Deadline deadline) noexcept {
  if (deadline.is_never()) return os::Waiting::some;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline.remaining());
  if (left < kShortWait) return os::Waiting::none;
  if (limit_ > left || limit_ < left / 8) {
    limit_ = left - left / 8;
    os::set_time_limit(socket, direction_, limit_);
  }
  return os::Waiting::some;
}

}  // namespace orbweaver::transport
