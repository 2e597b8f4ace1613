// SPDX-License-Identifier: Apache-2.0
// What the core needs of a consumer. RemoteConsumer calls a CORBA object; tests have doubles.
#pragma once
#include "event.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace orbweaver::events {

enum class Answer {
  delivered,    // the consumer has the events
  refused,      // it raised an exception, but is there: the next events are sent
  unreachable,  // no answer: it is tried again after a pause
  gone,         // it does not exist, or wants no events: it is disconnected
};

struct DeliveryOutcome {
  Answer answer;
  /// How many of the events, from the first on, are over and done with. The others were not sent,
  /// and wait again.
  std::size_t taken;
  std::string reason = {};  // empty: delivered
};

class ConsumerEnd {
 public:
  /// Called once for each deliver().
  using Done = std::function<void(const DeliveryOutcome&)>;

  ConsumerEnd() = default;
  virtual ~ConsumerEnd() = default;
  ConsumerEnd(const ConsumerEnd&) = delete;
  ConsumerEnd& operator=(const ConsumerEnd&) = delete;

  /// The most events that keep their order if they are on their way at once.
  [[nodiscard]] virtual std::size_t most_at_once() const noexcept = 0;
  /// Sends the events in order. `done` is called once, in this call or later, in any thread; not if
  /// it throws. Blocks: up to the call's timeout. Not called again before `done`. `events` are
  /// valid during the call.
  virtual void deliver(std::span<const Event> events, Done done) = 0;
  /// Tells the consumer that no events come any more. Blocks: up to the call's timeout.
  virtual void say_goodbye() noexcept = 0;
};

}  // namespace orbweaver::events
