// SPDX-License-Identifier: Apache-2.0
// Finds out when an application has processed all its data: every component at the end of the flow
// has printed that its stream ended.
#pragma once
#include <orbweaver/domain/component_line.hpp>
#include <orbweaver/profile/application.hpp>

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::domain {

/// Whether packets go through the port's interface: an interface of standardInterfaces, a stream of
/// Packet, or one that the profile marks as type data.
[[nodiscard]] bool carries_packets(const profile::ComponentPort& port);

/// Returns the ids of the instantiations that receive packets and send none, by the connections.
/// Only connections that carry packets count, by the types of their ports. If the profiles mark
/// none as such, all connections count.
[[nodiscard]] std::set<std::string> sinks_of(const profile::Application& application);

/// Threads: one at a time.
class StreamEnds {
 public:
  explicit StreamEnds(std::set<std::string> sinks) : sinks_(std::move(sinks)) {}
  /// Notes a line that a component printed. Returns true once: when the last stream has ended.
  /// Never returns true if there are no sinks.
  [[nodiscard]] bool printed(const std::string& component, std::string_view line) {
    return sinks_.contains(component) && is_end_of_stream(line) && sinks_.erase(component) > 0 &&
           sinks_.empty();
  }

 private:
  std::set<std::string> sinks_;  // the sinks whose streams have not ended
};

}  // namespace orbweaver::domain
