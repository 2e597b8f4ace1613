// Where a connection of a uses port leads, and how packets get there.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/meanwhile.hpp>
#include <orbweaver/packets/packet_queue.hpp>
#include <orbweaver/packets/stamp.hpp>
#include <orbweaver/packets/statistics.hpp>

#include <cstddef>
#include <functional>
#include <string>

namespace orbweaver::packets {

/// What became of a packet at its destination.
enum class Sent {
  ok,
  refused,      // the destination is there, and raised an exception
  kept_back,    // it never came there, and nothing like it will: it is too large
  full,         // a queue on the way there is full, and does not block
  unreachable,  // it is dead, or does not answer in time
};

/// Implemented by what knows the way: a CORBA reference, or a port of the same process.
template <class Packet>
class Destination {
 public:
  virtual ~Destination() = default;
  /// Threads: one at a time. Blocks: as the messaging mode says. Throws nothing. A destination that
  /// waits for a reply may run `meanwhile` once when the packet has left; it may be null. It sends
  /// the packet to other destinations, and may call the events of their connections.
  [[nodiscard]] virtual Sent send(const Packet& packet, const Stamp& stamp,
                                  Meanwhile* meanwhile) noexcept = 0;
  /// Whether it answers now. Asked while no packet is sent. Blocks: for a bounded time.
  [[nodiscard]] virtual bool answers() noexcept = 0;
  /// Why the last send() or answers() failed: one line.
  [[nodiscard]] virtual std::string why() const = 0;
  /// The way that packets take: see Statistics::transport.
  [[nodiscard]] virtual std::string transport() const { return {}; }
};

/// Whether a packet is the last of a stream: `no` or `yes`. The last one is not lost while the
/// destination is dead: it is sent when the destination answers again, under the same number if it
/// may have come before. It does not grow too old.
enum class Last : bool { no, yes };

/// How a connection of a uses port holds packets.
struct ConnectionSettings {
  /// Of a connection that needs a queue, where `depth` says nothing.
  static constexpr std::size_t kDefaultDepth = 100;

  /// Packets that wait in a queue of the connection's own, which a thread of its own sends. 0: the
  /// thread that pushes sends, and is held up while the destination takes nothing.
  std::size_t depth = 0;
  /// What happens when that queue is full. A connection that drops needs a queue: kDefaultDepth, if
  /// `depth` is 0.
  WhenFull when_full = WhenFull::block;
  /// How long a producer waits for room in that queue. 0: no limit.
  Nanoseconds push_timeout{0};
  /// A packet that is older than this is dropped by the first queue that holds it. 0: never.
  Nanoseconds lifespan{0};
  /// A longer gap between packets is reported once. 0: none is.
  Nanoseconds deadline{0};
  /// The last packet of a stream waits for a destination that is dead. If it waits for longer than
  /// this, that is reported once. 0: it is not.
  Nanoseconds last_timeout{0};

  /// Not 0: the destination only looks on, and the radio is as if it were not there. The end of a stream
  /// does not wait for it, no event tells of it but `left`, and it counts for no limit of connections. It
  /// is asked whether it answers, and disconnected when it has not for this long. It needs a queue that
  /// drops: kDefaultDepth, if `depth` is 0.
  Nanoseconds onlooker_gone_after{0};

  /// Whether onlooker_gone_after is set.
  [[nodiscard]] bool is_onlooker() const noexcept { return onlooker_gone_after.count() > 0; }
  /// Whether the connection has a queue and a thread of its own.
  [[nodiscard]] bool has_queue() const noexcept {
    return depth > 0 || when_full != WhenFull::block || is_onlooker();
  }
  /// Of that queue.
  [[nodiscard]] std::size_t queue_depth() const noexcept {
    return depth > 0 ? depth : kDefaultDepth;
  }
};

/// What a port says of its connections while it works. Called on the threads that notice it; must
/// not block, and must not call the port. What is empty becomes a line in the log.
struct ConnectionEvents {
  /// `connection`: its id, as connectPort got it. `why`: one line.
  using Event = std::function<void(const std::string& connection, const std::string& why)>;
  Event died = {};     // once, until it answers again
  Event revived = {};  // it answers again
  Event silent = {};   // the deadline has passed
  /// The last packet of a stream was refused, or waits for too long: what is behind the destination
  /// may wait for it for ever.
  Event last_is_late = {};
  /// It was disconnected, and this is what became of its packets. Empty: no line is written.
  std::function<void(const Statistics& statistics)> left = {};
};

}  // namespace orbweaver::packets
