// SPDX-License-Identifier: Apache-2.0
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

/// The outcome of sending a packet to a destination.
enum class Sent {
  ok,
  refused,      // the destination answered with an exception
  kept_back,    // the packet was not sent, because it is too large
  full,         // a queue on the way there is full, and does not block
  unreachable,  // the destination is dead, or did not answer in time
};

/// The way to one provides port: by a CORBA reference, or to a port of the same process.
template <class Packet>
class Destination {
 public:
  virtual ~Destination() = default;
  /// Sends a packet. Threads: one at a time. Blocks: as the messaging mode says. A destination that
  /// waits for a reply may run `meanwhile` once, after the packet has left: it sends the packet to
  /// other destinations, and may call the events of their connections. `meanwhile` may be null.
  [[nodiscard]] virtual Sent send(const Packet& packet, const Stamp& stamp,
                                  Meanwhile* meanwhile) noexcept = 0;
  /// Asks the destination whether it is there. Called while no packet is being sent. Blocks: for a
  /// bounded time.
  [[nodiscard]] virtual bool answers() noexcept = 0;
  /// Why the last send() or answers() failed: one line.
  [[nodiscard]] virtual std::string why() const = 0;
  /// The transport that packets take, as ConnectionStatistics::transport names it.
  [[nodiscard]] virtual std::string transport() const { return {}; }
};

/// Whether a packet is the last of a stream: `no` or `yes`. The last one is not lost while the
/// destination is dead: it is sent when the destination answers again, under the same number if it
/// may have come before. It does not grow too old.
enum class Last : bool { no, yes };

/// The queue and the time limits of one connection of a uses port.
struct ConnectionSettings {
  /// The depth of a queue that a connection needs, where `depth` says nothing.
  static constexpr std::size_t kDefaultDepth = 100;

  /// How many packets may wait in the connection's queue, which a thread of the connection empties.
  /// 0: no queue; the thread that pushes sends, and blocks while the destination takes no packet.
  std::size_t depth = 0;
  /// Whether a push blocks or drops a packet when the queue is full. If it drops and `depth` is 0,
  /// the depth is kDefaultDepth.
  WhenFull when_full = WhenFull::block;
  /// How long a producer waits for room in that queue. 0: no limit.
  Nanoseconds push_timeout{0};
  /// A packet that is older than this is dropped by the first queue that holds it. 0: never.
  Nanoseconds lifespan{0};
  /// A gap between two packets that is longer than this is reported once. 0: no gap is reported.
  Nanoseconds deadline{0};
  /// If the last packet of a stream waits for a dead destination for longer than this, that is
  /// reported once. 0: it is not reported.
  Nanoseconds last_timeout{0};

  /// Not 0: the destination is an onlooker, as a tap is, and must not affect the radio. The end of
  /// a stream does not wait for it, `left` is the only event about it, and it does not count as one
  /// of the most connections of a port. The port asks it from time to time, and disconnects it when
  /// it has not answered for this long. Its queue has to drop; if `depth` is 0, the depth is
  /// kDefaultDepth.
  Nanoseconds onlooker_gone_after{0};

  /// Whether onlooker_gone_after is set.
  [[nodiscard]] bool is_onlooker() const noexcept { return onlooker_gone_after.count() > 0; }
  /// Whether the connection has a queue and a thread of its own.
  [[nodiscard]] bool has_queue() const noexcept {
    return depth > 0 || when_full != WhenFull::block || is_onlooker();
  }
  /// The depth of that queue.
  [[nodiscard]] std::size_t queue_depth() const noexcept {
    return depth > 0 ? depth : kDefaultDepth;
  }
};

/// Called when something happens to a connection of a port, on the thread that notices it. A
/// function must not block, and must not call the port. For an empty one a line is written into the
/// log.
struct ConnectionEvents {
  /// `connection`: its id, as connectPort got it. `why`: one line.
  using Event = std::function<void(const std::string& connection, const std::string& why)>;
  Event died = {};     // once, until it answers again
  Event revived = {};  // the destination answers again
  Event silent = {};   // the deadline has passed
  /// The last packet of a stream was refused, or waits for too long: what is behind the destination
  /// may wait for it for ever.
  Event last_is_late = {};
  /// The connection was disconnected; `statistics` are its last ones. Empty: no line is written.
  std::function<void(const ConnectionStatistics& statistics)> left = {};
};

}  // namespace orbweaver::packets
