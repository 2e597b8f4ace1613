// The figures of a component for its observers: running totals. The difference of two snapshots gives rates.
#pragma once
#include <orbweaver/packets/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace orbweaver::packets {

struct PortSnapshot {
  std::string name;
  std::string interface;  // its repository id
  bool is_input = false;
  std::size_t sample_bytes = 0;
  /// Provides port: packets of all connections that wait for the component now, and the most that
  /// have waited at once.
  std::size_t waiting = 0, most_waiting = 0;
  std::vector<Statistics> connections;
};

/// Times are those of CLOCK_MONOTONIC of the component's machine. The time from `since_ns` to `at_ns` that the
/// component neither processed nor sent, it waited for input, or was stopped.
struct Snapshot {
  std::int64_t since_ns = 0, at_ns = 0;
  /// In the component's own code.
  std::int64_t processing_ns = 0;
  /// Not in it, and handing packets on: mostly blocked by destinations.
  std::int64_t sending_ns = 0;
  std::vector<PortSnapshot> ports;
};

}  // namespace orbweaver::packets
