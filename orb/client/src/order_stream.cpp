#include "order_stream.hpp"

#include <orbweaver/os/blocked_thread.hpp>

namespace orbweaver::client {

OrderStream::Turn::Turn(OrderStream& stream, Deadline deadline) : stream_(stream) {
  std::unique_lock lock(stream.mutex_);
  const auto is_free = [&] { return !stream.is_taken_; };
  is_mine_ = os::wait_as_blocked(stream.turn_ended_, lock, deadline, is_free);
  if (is_mine_) stream.is_taken_ = true;
}

OrderStream::Turn::~Turn() {
  if (!is_mine_) return;
  {
    const std::lock_guard lock(stream_.mutex_);
    stream_.is_taken_ = false;
  }
  stream_.turn_ended_.notify_one();
}

}  // namespace orbweaver::client
