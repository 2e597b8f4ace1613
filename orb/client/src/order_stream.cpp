#include "order_stream.hpp"

namespace orbweaver::client {

OrderStream::Turn::Turn(OrderStream& stream, Deadline deadline) : stream_(stream) {
  std::unique_lock lock(stream.mutex_);
  const auto is_free = [&] { return !stream.is_taken_; };
  if (deadline.is_never())
    stream.turn_ended_.wait(lock, is_free);
  else
    stream.turn_ended_.wait_until(lock, deadline.moment(), is_free);
  is_mine_ = is_free();
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
