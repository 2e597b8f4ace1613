// SPDX-License-Identifier: Apache-2.0
// What waits for one consumer: bounded in events and bytes. When it is full, the oldest event is
// dropped: events report states, and the last state is the one that a late consumer needs.
// No lock: the caller serialises access.
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

  /// Returns how many events were dropped. The new event is not among them, unless the queue may
  /// hold none.
  std::size_t push(Event event);
  /// The oldest events, at least one, as many as fit both limits. Requires: it is not empty.
  [[nodiscard]] std::vector<Event> take(std::size_t most_events, std::size_t most_bytes);
  /// Puts events that were taken last in front again. Returns how many were dropped, the oldest.
  std::size_t put_back(std::span<const Event> events);
  /// Returns how many events were in it.
  std::size_t clear() noexcept;

 private:
  std::size_t drop_surplus();
  Event pop();

  std::size_t most_events_, most_bytes_;
  std::deque<Event> events_;
  std::size_t bytes_ = 0;
};

}  // namespace orbweaver::events
