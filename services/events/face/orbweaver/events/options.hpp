// SPDX-License-Identifier: Apache-2.0
// The limits of an event service, and how it treats consumers that fail.
#pragma once
#include <chrono>
#include <cstddef>

namespace orbweaver::events {

/// Limits and times of one event service. Plain values, read when the service is made.
struct EventOptions {
  /// The most channels. A client that asks for more gets IMP_LIMIT, completed no.
  std::size_t channels = 100;
  std::size_t consumers = 1'000;  ///< of a channel: connected, and proxies that consumers obtained
  std::size_t suppliers = 1'000;  ///< of a channel: proxies that suppliers obtained

  /// The most events in the queue of one consumer. When it is full, the oldest event is dropped and
  /// counted. A single event that is larger than `queued_bytes` is queued alone.
  std::size_t queued_events = 1'000;
  std::size_t queued_bytes = std::size_t{8} << 20;  ///< of the values of the events

  /// The most events on their way to one consumer at the same time. The default is less than half
  /// of 64 (-ORBlaneDepth), the number of waiting requests at which an Orbweaver object pauses its
  /// connections: so a consumer that hangs and is connected to two channels does not delay other
  /// objects of its process.
  std::size_t batch_events = 20;
  std::size_t batch_bytes = std::size_t{1} << 20;  ///< of the values of the events

  /// The threads that call consumers, of all channels together; at least 2. Consumers that have not
  /// answered yet, or whose last call failed, use at most half of them.
  std::size_t threads = 4;
  /// The timeout of one call of a consumer; for so long it can occupy a thread.
  std::chrono::milliseconds call_timeout{5'000};

  /// The pause before a failing consumer is called again. It doubles with each failure, up to the
  /// longest. After `failures` failures in a row, the consumer is disconnected.
  std::chrono::milliseconds first_pause{100}, longest_pause{5'000};
  std::size_t failures = 10;

  /// How long the end of the service waits for the calls that disconnect consumers and suppliers.
  std::chrono::milliseconds close_timeout{1'000};
};

}  // namespace orbweaver::events
