// SPDX-License-Identifier: Apache-2.0
// The events that wait for one consumer, limited in number and bytes. When the queue is full, the
// oldest event is dropped: events report states, and a slow consumer needs the latest one. Has no
// lock: the caller serialises access.
#pragma once
#include "event.hpp"

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace orbweaver::events {

class EventQueue {
 public:
  EventQueue(std::size_t most_events, std::size_t most_bytes) noexcept
      : most_events_(most_events), most_bytes_(most_bytes) {}

  [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }
  [[nodiscard]] bool empty() const noexcept { return events_.empty(); }

  /// Adds an event. Returns how many older events were dropped. The new event is dropped only if
  /// the queue may hold none.
  std::size_t push(Event event);
  /// Removes and returns the oldest events, as many as fit both limits, but at least one. Requires:
  /// not empty.
  [[nodiscard]] std::vector<Event> take(std::size_t most_events, std::size_t most_bytes);
  /// Puts the events that were taken last back to the front. Returns how many of the oldest were
  /// dropped.
  std::size_t put_back(std::span<const Event> events);
  /// Drops all events, and returns how many.
  std::size_t clear() noexcept;

 private:
  std::size_t drop_surplus();
  Event pop();

  std::size_t most_events_, most_bytes_;
  std::deque<Event> events_;
  std::size_t bytes_ = 0;
};

}  // namespace orbweaver::events
