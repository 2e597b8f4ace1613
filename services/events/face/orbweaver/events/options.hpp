// SPDX-License-Identifier: Apache-2.0
// The limits of an event service, and how it treats consumers that fail.
#pragma once
#include <chrono>
#include <cstddef>

namespace orbweaver::events {

/// Limits and times of one event service. Plain values, read when the service is made.
struct EventOptions {
  /// Clients that ask for more get IMP_LIMIT, completed no.
  std::size_t channels = 100;
  std::size_t consumers = 1'000;  ///< connected to a channel; and proxies that consumers obtained
  std::size_t suppliers = 1'000;  ///< proxies that suppliers of a channel obtained

  /// The queue of one consumer. When it is full, the oldest event is dropped and counted. A single
  /// event that is larger than `queued_bytes` is queued alone.
  std::size_t queued_events = 1'000;
  std::size_t queued_bytes = std::size_t{8} << 20;  ///< of the values of the events

  /// Events that may be on their way to one consumer before it answers. An Orbweaver object pauses
  /// its connections when 64 requests wait for it (-ORBlaneDepth). Even one that hangs, and is
  /// connected to two channels, gets fewer: so it does not hold up others in its process.
  std::size_t batch_events = 20;
  std::size_t batch_bytes = std::size_t{1} << 20;  ///< of the values of the events

  /// Threads that call consumers, of all channels together; at least 2. Consumers that have not
  /// answered yet, or failed last, take at most half of them.
  std::size_t threads = 4;
  /// How long one call to a consumer may take, and so how long a consumer holds a thread.
  std::chrono::milliseconds call_timeout{5'000};

  /// A consumer that fails is left alone for the first pause, and twice as long each time, up to
  /// the longest. At this many failures without a success in between it is disconnected.
  std::chrono::milliseconds first_pause{100}, longest_pause{5'000};
  std::size_t failures = 10;

  /// How long the end of the service waits for the calls that disconnect consumers and suppliers.
  std::chrono::milliseconds close_timeout{1'000};
};

}  // namespace orbweaver::events
