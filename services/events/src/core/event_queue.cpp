// SPDX-License-Identifier: Apache-2.0
#include "event_queue.hpp"

#include <ranges>
#include <utility>

namespace orbweaver::events {

Event EventQueue::pop() {
  auto event = std::move(events_.front());
  events_.pop_front();
  bytes_ -= event->bytes;
  return event;
}

std::size_t EventQueue::drop_surplus() {
  std::size_t dropped = 0;
  while (events_.size() > most_events_ || (bytes_ > most_bytes_ && events_.size() > 1)) {
    (void)pop();
    ++dropped;
  }
  return dropped;
}

std::size_t EventQueue::push(Event event) {
  bytes_ += event->bytes;
  events_.push_back(std::move(event));
  return drop_surplus();
}

std::vector<Event> EventQueue::take(std::size_t most_events, std::size_t most_bytes) {
  std::vector<Event> taken{pop()};
  std::size_t bytes = taken.front()->bytes;
  while (!events_.empty() && taken.size() < most_events) {
    bytes += events_.front()->bytes;
    if (bytes > most_bytes) break;
    taken.push_back(pop());
  }
  return taken;
}

std::size_t EventQueue::put_back(std::span<const Event> events) {
  for (const auto& event : events | std::views::reverse) {
    bytes_ += event->bytes;
    events_.push_front(event);
  }
  return drop_surplus();
}

std::size_t EventQueue::clear() noexcept {
  const auto dropped = events_.size();
  events_.clear();
  bytes_ = 0;
  return dropped;
}

}  // namespace orbweaver::events
