// SPDX-License-Identifier: Apache-2.0
// The counters of a channel. For each consumer, each pushed event ends as delivered, dropped or
// failed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace orbweaver::events {

/// Counts of events, for one consumer or for all together. When no event waits or is on its way,
/// `pushed` is the sum of the others.
struct Counts {
  std::uint64_t pushed = 0;  ///< to this consumer; or the sum over all consumers
  /// The consumer acknowledged the event by its reply, or by a reply to a later event.
  std::uint64_t delivered = 0;
  /// The queue was full, or the consumer was disconnected before the event was sent.
  std::uint64_t dropped = 0;
  /// The call failed, or the consumer raised an exception. Whether the consumer has the event is
  /// unknown; it is not sent again.
  std::uint64_t failed = 0;

  /// Adds each count of `more`.
  Counts& operator+=(const Counts& more) noexcept {
    pushed += more.pushed;
    delivered += more.delivered;
    dropped += more.dropped;
    failed += more.failed;
    return *this;
  }
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// One connected consumer.
struct ConsumerStatistics {
  /// The id that was given to connect(); for a client that connected itself, the channel makes one.
  std::string id;
  Counts counts;            ///< since it connected
  std::size_t waiting = 0;  ///< in the queue, without those on their way
  bool is_paused = false;   ///< its last call failed
};

/// The counters of a channel at one moment.
struct ChannelStatistics {
  std::string name;          ///< the name that was given to create()
  std::uint64_t pushed = 0;  ///< by suppliers, each event once
  /// The counts of all consumers together, also of disconnected ones.
  Counts counts;
  std::size_t waiting = 0;                    ///< in the queues of all consumers
  std::size_t suppliers = 0;                  ///< proxies of suppliers now
  std::vector<ConsumerStatistics> consumers;  ///< the consumers that are connected now
};

/// Reports a consumer that the channel has disconnected because it is gone or failed too often.
struct Disconnection {
  std::string channel;          ///< the channel's name
  ConsumerStatistics consumer;  ///< with its counts at the end
  std::string reason;           ///< one line about the failure of the last call
};

/// Called on a thread of the service or of the ORB, so it must be brief. No lock is held. It may
/// use the channel, but must not end the service.
using OnDisconnection = std::function<void(const Disconnection&)>;

}  // namespace orbweaver::events
