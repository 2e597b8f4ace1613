// SPDX-License-Identifier: Apache-2.0
#include "servant/figures.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace orbweaver::resource {

namespace {

std::uint32_t narrowed(std::size_t count) noexcept {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

Orbweaver::PacketLosses to_idl(const packets::Losses& lost) {
  Orbweaver::PacketLosses packet_losses;
  for (std::size_t i = 0; i < packets::kLosses; ++i) {
    const auto cause = static_cast<packets::Loss>(i);
    if (lost.of(cause) > 0)
      packet_losses.emplace_back(std::string{packets::name_of(cause)}, lost.of(cause));
  }
  return packet_losses;
}

Orbweaver::Durations to_idl(const Summary& times) {
  return Orbweaver::Durations{times.count, times.mean, times.p50, times.p99, times.max};
}

Orbweaver::ConnectionFigures to_idl(const packets::ConnectionStatistics& one) {
  return Orbweaver::ConnectionFigures{one.connection,
                                      one.number,
                                      one.flow.packets,
                                      one.flow.bytes,
                                      to_idl(one.lost),
                                      one.reordered,
                                      one.missing,
                                      narrowed(one.depth),
                                      narrowed(one.most_depth),
                                      to_idl(one.flow.latency_ns),
                                      one.is_alive,
                                      one.transport,
                                      one.why};
}

Orbweaver::PortFigures to_idl(const packets::PortSnapshot& port) {
  Orbweaver::AllConnectionFigures connections;
  for (const auto& connection : port.connections) connections.push_back(to_idl(connection));
  return Orbweaver::PortFigures{port.name,
                                port.interface,
                                port.is_input,
                                narrowed(port.sample_bytes),
                                narrowed(port.waiting),
                                narrowed(port.most_waiting),
                                std::move(connections)};
}

}  // namespace

Orbweaver::ComponentFigures to_idl(const packets::Snapshot& snapshot) {
  Orbweaver::AllPortFigures ports;
  for (const auto& port : snapshot.ports) ports.push_back(to_idl(port));
  return Orbweaver::ComponentFigures{snapshot.since_ns, snapshot.at_ns, snapshot.processing_ns,
                                     snapshot.sending_ns, std::move(ports)};
}

}  // namespace orbweaver::resource
