// SPDX-License-Identifier: Apache-2.0
// Options of single ports and connections of a component. They are in the property `connections`,
// an execute parameter of each component with data ports. Its default is in the class
// (component::Connections); a SAD and `--set` may give another value.
//
//   out: full=drop_oldest depth=8; out/to_recorder: lifespan_ms=100; in: depth=32
//
//   PORT               all connections of a uses port, or a provides port
//   PORT/CONNECTION    of a uses port: the connection with this id, as the SAD has it
//
//   of uses ports      depth             packets that wait in a queue of the connection's own;
//                                        0: none
//                      full              block, drop_oldest, drop_newest: what happens if it is
//                                        full
//                      push_timeout_ms   how long a producer waits for room; 0: no limit
//                      lifespan_ms       an older packet is dropped by the first queue that holds
//                                        it
//                      deadline_ms       a longer gap between packets is reported once
//                      send_timeout_ms   a destination that takes nothing for this long is dead
//                      messaging, sync   as the properties of these names
//                      budget_ms         (PORT alone) a packet that was born here and is older is
//                                        dropped
//   of provides ports  depth, full, push_timeout_ms, deadline_ms
//
// A port that drops packets, or that waits for room, has a queue; it holds 100 packets, unless
// `depth` is set.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/component/definitions.hpp>
#include <orbweaver/component/port.hpp>
#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/ports/uses_port.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::component {

inline constexpr std::string_view kConnections = "connections";
[[nodiscard]] property::Property connections_property(std::string_view text);

/// The options in such a text.
class ConnectionChoices {
 public:
  /// Parses the text. Fails: with one line that names the wrong part, the mistake, and the allowed
  /// values.
  [[nodiscard]] static Result<ConnectionChoices, std::string> parse(
      std::string_view text, const std::vector<PortDescription>& ports);

  /// Sets those options of a port and its connections that the text names. The others stay.
  void apply_to(ports::UsesOptions& options) const;
  void apply_to(std::string_view port, ports::ProvidesOptions& options) const;

 private:
  struct Setting {
    std::string port, connection;  // connection: empty: all
    std::map<std::string, std::string, std::less<>> values;
  };
  [[nodiscard]] static Result<Setting, std::string> parse_one(
      std::string_view part, const std::vector<PortDescription>& ports);

  std::vector<Setting> settings_;
};

}  // namespace orbweaver::component
