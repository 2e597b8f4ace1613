// The counters of a channel. Each pushed event ends for each consumer as delivered, dropped or
// failed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace orbweaver::events {

struct Counts {
  std::uint64_t pushed = 0;
  /// A reply acknowledged it, or a later one of the same consumer.
  std::uint64_t delivered = 0;
  /// There was no room in the queue, or the consumer was disconnected before its turn.
  std::uint64_t dropped = 0;
  /// The call failed, or the consumer raised an exception. Whether the consumer has the event is
  /// unknown; it is not sent again.
  std::uint64_t failed = 0;

  Counts& operator+=(const Counts& more) noexcept {
    pushed += more.pushed;
    delivered += more.delivered;
    dropped += more.dropped;
    failed += more.failed;
    return *this;
  }
  friend bool operator==(const Counts&, const Counts&) = default;
};

struct ConsumerStatistics {
  std::string id;
  Counts counts;
  std::size_t waiting = 0;  // in the queue, without those on their way
  bool is_paused = false;   // its last call failed
};

struct ChannelStatistics {
  std::string name;
  std::uint64_t pushed = 0;  // by suppliers, each event once
  /// The sum over all consumers, including those that were disconnected.
  Counts counts;
  std::size_t waiting = 0;
  std::size_t suppliers = 0;
  std::vector<ConsumerStatistics> consumers;
};

/// Reports a consumer that the channel has disconnected, because it is gone or failed too often.
struct Disconnection {
  std::string channel;
  ConsumerStatistics consumer;
  std::string reason;
};

/// Threads: one of the service or of the ORB, so it is brief. No lock is held; it may use the
/// channel, but must not end the service.
using OnDisconnection = std::function<void(const Disconnection&)>;

}  // namespace orbweaver::events
