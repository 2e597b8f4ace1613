// SPDX-License-Identifier: Apache-2.0
// A waveform of a run: its components, how they are connected, and what they know of each other.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>

#include "laws/packet_flow.hpp"
#include "scenarios/rig/options.hpp"
#include "scenarios/rig/sink.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

class Lines;

inline constexpr std::uint32_t kSink = 0;  // its component's number

struct PlannedComponent {
  std::uint32_t number = 0;
  std::uint32_t destination = kSink;  // of its packets; the sink has none
  std::uint32_t connections = 0;      // of its input; a source has none
  bool keeps_state = true;            // a stage
  Pace pace{};
  Options orb;         // of its process, if it is the first one there
  Options parameters;  // ids and values by turns
  Signal is_released;
  const Lines* lines = nullptr;  // that it prints, while its process lives

  [[nodiscard]] bool is_source() const noexcept { return connections == 0; }
  [[nodiscard]] std::string name() const { return "component" + std::to_string(number); }
};

/// All processes of a run share it.
struct WaveformPlan {
  WaveformPlan();

  /// So many streams come to their end at the component: those that all have begun that send to it.
  [[nodiscard]] std::uint32_t streams_at(std::uint32_t component);

  bool is_together = false;    // all components in one process
  bool ends_by_itself = true;  // it is released when its stream is over; else before that
  std::string messaging;
  bool keeps_order = false;
  std::span<const std::size_t> sizes;       // of packets, in numbers
  std::uint32_t most_packets = 0;           // of each source
  std::deque<PlannedComponent> components;  // the sink first, then one that sends to it
  bool is_enough = false;                   // sources make no more
  PacketFlow flow;
};

}  // namespace orbweaver::sim
