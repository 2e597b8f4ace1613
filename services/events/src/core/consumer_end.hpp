// SPDX-License-Identifier: Apache-2.0
// The interface by which the core calls a consumer. RemoteConsumer calls a CORBA object; tests have
// test doubles.
#pragma once
#include "event.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace orbweaver::events {

enum class Answer {
  delivered,    // the consumer has the events
  refused,      // it raised an exception: the next events are still sent
  unreachable,  // no answer: it is called again after a pause
  gone,         // the object does not exist or takes no events: it is disconnected
};

struct DeliveryOutcome {
  Answer answer;
  /// How many of the events, counted from the first, are finished. The others were not sent, and
  /// are queued again.
  std::size_t taken;
  std::string reason = {};  // one line; empty if delivered
};

class ConsumerEnd {
 public:
  /// Called once for each deliver().
  using Done = std::function<void(const DeliveryOutcome&)>;

  ConsumerEnd() = default;
  virtual ~ConsumerEnd() = default;
  ConsumerEnd(const ConsumerEnd&) = delete;
  ConsumerEnd& operator=(const ConsumerEnd&) = delete;

  /// The most events that may be on their way at the same time without losing their order.
  [[nodiscard]] virtual std::size_t most_at_once() const noexcept = 0;
  /// Sends the events in order. Calls `done` once, in this call or later, on any thread; does not
  /// call it if it throws. Is not called again before `done`. `events` are valid during the call.
  /// Blocks: up to the call's timeout.
  virtual void deliver(std::span<const Event> events, Done done) = 0;
  /// Calls the consumer's disconnect operation. Blocks: up to the call's timeout.
  virtual void say_goodbye() noexcept = 0;
};

}  // namespace orbweaver::events
