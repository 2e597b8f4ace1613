// SPDX-License-Identifier: Apache-2.0
// Makes the rows of `orbweaver stats` from two measurements of each component: how components use
// their time, and what flows between them.
#pragma once
#include <orbweaver/control/report.hpp>
#include <orbweaver/generated/sca/MeasuredResource.hpp>

#include <functional>
#include <string>
#include <vector>

namespace orbweaver::control {

/// A component's figures at two moments.
struct Measured {
  std::string component;  // id of its instantiation
  Orbweaver::ComponentFigures first, last;
};

/// The shares of the time between the moments: {"processing": 0.2, "sending": 0.1, "waiting": 0.7}.
[[nodiscard]] Json shares_of(const Measured& component);

/// Finds where a connection of a uses port leads: {"component": ..., "port": ...}; null if it is
/// not known.
using FindEnd = std::function<Json(const std::string& component, const std::string& port,
                                   const std::string& connection)>;

/// Returns a row for each connection, with the figures of its sender and its receiver. The two ends
/// are matched by the connection number that packets carry. If the sender is of another framework,
/// the row has the receiver's figures alone. The rates of a connection that is new since the first
/// moment count from its beginning. `find_end` is called for connections that have carried no
/// packet to one of the components.
[[nodiscard]] Json connections_between(const std::vector<Measured>& components,
                                       const FindEnd& find_end);

/// Sorts both arrays in the direction of flow: a sender stands before its receivers. Rows that the
/// connections do not order, and rows in a cycle, keep their order.
void put_in_order_of_flow(Json& components, Json& connections);

}  // namespace orbweaver::control
