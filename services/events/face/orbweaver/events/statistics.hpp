// SPDX-License-Identifier: Apache-2.0
// The counters of a channel. Each pushed event ends for each consumer as delivered, dropped or
// failed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace orbweaver::events {

/// Events, as one consumer or all of them see them. Once nothing waits or is on its way, `pushed`
/// is the sum of the others.
struct Counts {
  std::uint64_t pushed = 0;  ///< to this consumer; of all consumers together, once for each
  /// A reply acknowledged it, or a later one of the same consumer.
  std::uint64_t delivered = 0;
  /// There was no room in the queue, or the consumer was disconnected before its turn.
  std::uint64_t dropped = 0;
  /// The call failed, or the consumer raised an exception. Whether the consumer has the event is
  /// unknown; it is not sent again.
  std::uint64_t failed = 0;

  /// Adds each count.
  Counts& operator+=(const Counts& more) noexcept {
    pushed += more.pushed;
    delivered += more.delivered;
    dropped += more.dropped;
    failed += more.failed;
    return *this;
  }
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// One consumer that is connected.
struct ConsumerStatistics {
  /// As connect() got it; made by the channel for clients that connected themselves.
  std::string id;
  Counts counts;            ///< since it connected
  std::size_t waiting = 0;  ///< in the queue, without those on their way
  bool is_paused = false;   ///< its last call failed
};

/// A channel, as it is at one moment.
struct ChannelStatistics {
  std::string name;          ///< as create() got it
  std::uint64_t pushed = 0;  ///< by suppliers, each event once
  /// The counts of all consumers together, former ones too.
  Counts counts;
  std::size_t waiting = 0;                    ///< in the queues of all consumers
  std::size_t suppliers = 0;                  ///< proxies of suppliers that are there now
  std::vector<ConsumerStatistics> consumers;  ///< those that are connected now
};

/// Reports a consumer that the channel has disconnected, because it is gone or failed too often.
struct Disconnection {
  std::string channel;          ///< its name
  ConsumerStatistics consumer;  ///< with its counts at the end
  std::string reason;           ///< one line: what the last call of it failed with
};

/// Threads: one of the service or of the ORB, so it is brief. No lock is held; it may use the
/// channel, but must not end the service.
using OnDisconnection = std::function<void(const Disconnection&)>;

}  // namespace orbweaver::events
