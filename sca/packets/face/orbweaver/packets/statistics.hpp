// SPDX-License-Identifier: Apache-2.0
// The statistics of one connection of a port.
#pragma once
#include <orbweaver/packets/flow_meter.hpp>
#include <orbweaver/packets/loss.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace orbweaver::packets {

/// Counts packets whose metadata had faults. The packets were taken all the same.
struct MetadataFaults {
  /// Could not be read: their packets were given to the component without.
  std::uint64_t broken = 0;
  /// Had a value that means nothing, which was taken as not given: see remove_bad_values().
  std::uint64_t bad_values = 0;
  /// Had a time before that of an earlier packet. The component gets it as it is.
  std::uint64_t time_went_back = 0;
  friend bool operator==(const MetadataFaults&, const MetadataFaults&) = default;
};

/// A snapshot of one connection of a port, counted from its first packet.
struct ConnectionStatistics {
  /// Uses port: the id given to connectPort. Provides port: the number of the connection, in
  /// hexadecimal digits; "unnamed" for senders that send no stamps (other ORBs).
  std::string connection;
  /// The number of the connection, which its packets carry: the same at both ends. 0: unknown.
  std::uint64_t number = 0;
  /// Uses port: the packets that the destination took, and how long the calls took; if the port
  /// waits for replies of several destinations, the waits for the others, too. Provides port: the
  /// packets that the component took, and the time since they left the sender's port, on one
  /// machine. If packets are less than 10 us apart, one in eight is timed.
  Flow flow;
  /// Packets that did not reach the component, by cause.
  Losses lost;
  /// Provides port: packets that arrived after one with a greater number.
  std::uint64_t reordered = 0;
  /// Provides port: numbers below the greatest that have not arrived.
  std::uint64_t missing = 0;
  /// Provides port: faults of the metadata that came.
  MetadataFaults metadata = {};
  /// Packets that wait in the queue now, and the most that there were.
  std::size_t depth = 0, most_depth = 0;
  /// Gaps that were longer than the deadline.
  std::uint64_t silences = 0;
  /// Uses port: false after a failure, until the destination answers again.
  bool is_alive = true;
  /// Uses port: the transport of the packets: "tcp", "unix", "inproc"...; empty: no packet was sent
  /// yet.
  std::string transport = {};
  /// Uses port: why the last packet that was lost at the destination was lost; may be empty.
  std::string why = {};
};

}  // namespace orbweaver::packets
