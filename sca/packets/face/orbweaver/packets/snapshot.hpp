// SPDX-License-Identifier: Apache-2.0
// The figures of a component for its observers: running totals. The difference of two snapshots
// gives rates.
#pragma once
#include <orbweaver/packets/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace orbweaver::packets {

/// A port with all of its connections.
struct PortSnapshot {
  std::string name;              ///< as the component's descriptor (SCD) has it
  std::string interface;         ///< repository id of the interface
  bool is_input = false;         ///< a provides port
  std::size_t sample_bytes = 0;  ///< size of a sample; of one part of a complex one
  /// At a provides port: how many packets of all connections wait for the component now, and how
  /// many waited at most.
  std::size_t waiting = 0, most_waiting = 0;
  std::vector<ConnectionStatistics> connections;  ///< the present ones
};

/// Times are those of CLOCK_MONOTONIC of the component's machine. The time from `since_ns` to
/// `at_ns` that the component neither processed nor sent, it waited for input, or was stopped.
struct Snapshot {
  /// When the component began to count, and when the snapshot was read. Both in nanoseconds.
  std::int64_t since_ns = 0, at_ns = 0;
  /// How long the component's own code ran.
  std::int64_t processing_ns = 0;
  /// How long threads sent packets while none ran that code: mostly blocked by destinations.
  std::int64_t sending_ns = 0;
  std::vector<PortSnapshot> ports;  ///< data ports alone
};

}  // namespace orbweaver::packets
