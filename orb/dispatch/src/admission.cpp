// SPDX-License-Identifier: Apache-2.0
#include "admission.hpp"

#include <algorithm>

namespace orbweaver::dispatch {

void Admission::close() noexcept {
  closed_ = true;
  room_came_.notify_all();
}

void Admission::reserve_feeder() {
  const auto size = paused_feeders_.size();
  if (size == paused_feeders_.capacity()) paused_feeders_.reserve(2 * size + 1);
}

Intake Admission::admit(std::size_t bytes, Feeder& feeder) noexcept {
  count(bytes);
  if (!level_.is_paused()) return Intake::proceed;
  remember(feeder);
  return Intake::pause;
}

Intake Admission::admit_part(std::size_t bytes) noexcept {
  count(bytes);
  return Intake::proceed;
}

void Admission::admit_waiter(std::size_t bytes) noexcept {
  count(bytes);
  if (!level_.is_paused()) wake_one_waiter();
}

Intake Admission::wait_for_room(std::unique_lock<os::Mutex>& lock, Deadline deadline) {
  const auto may_go_on = [this] { return closed_ || !level_.is_paused(); };
  ++waiters_;
  bool in_time = true;
  if (deadline.is_never()) {
    room_came_.wait(lock, may_go_on);
  } else {
    in_time = room_came_.wait_until(lock, deadline.moment(), may_go_on);
  }
  --waiters_;
  if (closed_) return Intake::refused;
  return in_time ? Intake::proceed : Intake::pause;
}

void Admission::leave(std::size_t bytes, std::vector<Feeder*>& resumed) noexcept {
  if (!level_.remove(bytes)) return;
  resumed.swap(paused_feeders_);
  wake_one_waiter();
}

void Admission::count(std::size_t bytes) noexcept {
  const bool was_paused = level_.is_paused();
  level_.add(bytes);
  ++jobs_;
  if (level_.is_paused() && !was_paused) ++pauses_;
}

void Admission::remember(Feeder& feeder) noexcept {
  if (std::ranges::find(paused_feeders_, &feeder) == paused_feeders_.end()) {
    paused_feeders_.push_back(&feeder);
  }
}

void Admission::wake_one_waiter() noexcept {
  if (waiters_ > 0) room_came_.notify_one();
}

void resume_all(std::vector<Feeder*>& feeders) noexcept {
  for (Feeder* feeder : feeders) feeder->resume();
  feeders.clear();
}

}  // namespace orbweaver::dispatch
