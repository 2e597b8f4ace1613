// SPDX-License-Identifier: Apache-2.0
// When the run of an application is through: every component at which data ends has printed that
// its stream ended.
#pragma once
#include <orbweaver/domain/component_line.hpp>
#include <orbweaver/profile/application.hpp>

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::domain {

/// Whether the interface of the port is one through which packets go: those of standardInterfaces,
/// the streams of Packet, and what the profile says is for data.
[[nodiscard]] bool carries_packets(const profile::ComponentPort& port);

/// Ids of the instantiations that stand on the provides side of a connection and on the uses side
/// of none. Only connections that carry packets count, as one of their ports says; if none does,
/// all count, as the profiles do not say enough.
[[nodiscard]] std::set<std::string> sinks_of(const profile::Application& application);

/// Threads: one at a time.
class StreamEnds {
 public:
  explicit StreamEnds(std::set<std::string> sinks) : sinks_(std::move(sinks)) {}
  /// Notes a line that a component printed. Returns true once: with the end of the last stream.
  /// Never if there are no sinks.
  [[nodiscard]] bool printed(const std::string& component, std::string_view line) {
    return sinks_.contains(component) && is_end_of_stream(line) && sinks_.erase(component) > 0 &&
           sinks_.empty();
  }

 private:
  std::set<std::string> sinks_;  // whose streams have not ended
};

}  // namespace orbweaver::domain
