// What a port says of one of its connections.
#pragma once
#include <orbweaver/packets/flow_meter.hpp>
#include <orbweaver/packets/loss.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace orbweaver::packets {

/// What was wrong with the metadata of packets, which were taken all the same.
struct MetadataFaults {
  /// Could not be read: their packets were given to the component without.
  std::uint64_t broken = 0;
  /// Had a value that means nothing, which was taken as not given: see remove_bad_values().
  std::uint64_t bad_values = 0;
  /// Had a time before that of an earlier packet. The component gets it as it is.
  std::uint64_t time_went_back = 0;
  friend bool operator==(const MetadataFaults&, const MetadataFaults&) = default;
};

/// One connection of a port, counted from its first packet. A snapshot.
struct Statistics {
  /// Of a uses port: the id given to connectPort. Of a provides port: the number of the connection,
  /// in hexadecimal digits; "unnamed" for senders that stamp nothing (other ORBs).
  std::string connection;
  /// The number of the connection, which its packets carry: the same at both ends. 0: unknown.
  std::uint64_t number = 0;
  /// Of a uses port: what the destination took, and how long the calls took; if the port waits for
  /// replies of several destinations, the waits for the others, too. Of a provides port:
  /// what the component took, and the time from the sender's port to there, on one machine. Of
  /// packets that are less than 10 us apart, one in eight is timed.
  Flow flow;
  /// Packets that did not reach the component, by cause.
  Losses lost;
  /// Of a provides port: packets that arrived after one with a greater number.
  std::uint64_t reordered = 0;
  /// Of a provides port: numbers below the greatest that have not arrived.
  std::uint64_t missing = 0;
  /// Of a provides port: what its metadata were worth.
  MetadataFaults metadata = {};
  /// Packets that wait in the queue now, and the most that there were.
  std::size_t depth = 0, most_depth = 0;
  /// Gaps that were longer than the deadline.
  std::uint64_t silences = 0;
  /// Of a uses port: false after a failure, until the destination answers again.
  bool is_alive = true;
  /// Of a uses port: the way that packets take: "tcp", "unix", "inproc"...; empty: none went there yet.
  std::string transport = {};
  /// Of a uses port: why the last packet that was lost at the destination was lost; may be empty.
  std::string why = {};
};

}  // namespace orbweaver::packets
