// SPDX-License-Identifier: Apache-2.0
#include "packet_window.hpp"

#include <algorithm>

namespace peer {

void PacketWindow::push(Packet packet) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return places_.size() < depth_; });
  places_.push_back({std::move(packet)});
  longest_ = std::max(longest_, places_.size() - taken_up_);
  changed_.notify_all();
}

PacketWindow::Place* PacketWindow::take_up(const std::function<void(const Packet&)>& begin) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return closed_ || taken_up_ < places_.size(); });
  if (taken_up_ == places_.size()) return nullptr;
  Place& place = places_[taken_up_++];
  begin(place.packet);
  return &place;
}

void PacketWindow::done(Place& place) {
  const std::lock_guard lock(mutex_);
  place.is_done = true;
  changed_.notify_all();
}

const Packet* PacketWindow::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return places_.empty() ? closed_ : places_.front().is_done; });
  return places_.empty() ? nullptr : &places_.front().packet;
}

void PacketWindow::forget() {
  const std::lock_guard lock(mutex_);
  places_.pop_front();
  --taken_up_;
  changed_.notify_all();
}

void PacketWindow::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

std::size_t PacketWindow::longest() const {
  const std::lock_guard lock(mutex_);
  return longest_;
}

}  // namespace peer
