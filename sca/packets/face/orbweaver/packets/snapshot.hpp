// The figures of a component for its observers: running totals. The difference of two snapshots gives rates.
#pragma once
#include <orbweaver/packets/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace orbweaver::packets {

/// One port, with all of its connections.
struct PortSnapshot {
  std::string name;              ///< as the component's descriptor (SCD) has it
  std::string interface;         ///< its repository id
  bool is_input = false;         ///< a provides port
  std::size_t sample_bytes = 0;  ///< of one sample; of one part of a complex one
  /// Of a provides port: packets that wait for the component now, from all connections, and the most
  /// that there were.
  std::size_t waiting = 0, most_waiting = 0;
  std::vector<Statistics> connections;  ///< those that there are now
};

/// Times are those of CLOCK_MONOTONIC of the component's machine. The time from `since_ns` to `at_ns` that the
/// component neither processed nor sent, it waited for input, or was stopped.
struct Snapshot {
  /// When it began to count, and when this was read. Both in nanoseconds.
  std::int64_t since_ns = 0, at_ns = 0;
  /// In the component's own code.
  std::int64_t processing_ns = 0;
  /// Not in it, and handing packets on: mostly blocked by destinations.
  std::int64_t sending_ns = 0;
  std::vector<PortSnapshot> ports;  ///< data ports alone
};

}  // namespace orbweaver::packets
