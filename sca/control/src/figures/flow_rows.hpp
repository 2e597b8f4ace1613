// SPDX-License-Identifier: Apache-2.0
// Rows from the measurements of components at two moments: how they use their time, and what flows
// between them.
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

/// {"processing": 0.2, "sending": 0.1, "waiting": 0.7} of the time between the moments.
[[nodiscard]] Json shares_of(const Measured& component);

/// Where a connection of a uses port leads: {"component": ..., "port": ...}, null if it is not
/// known.
using FindEnd = std::function<Json(const std::string& component, const std::string& port,
                                   const std::string& connection)>;

/// A row for each connection, whose two ends are brought together by the number that its packets
/// carry: what the sender says, and what the receiver says. A receiver's row alone is that of a
/// sender of another kind. A connection that is new since the first moment has its rates since it
/// began. `find_end` is asked for connections on which no packet came to one of the components.
[[nodiscard]] Json connections_between(const std::vector<Measured>& components,
                                       const FindEnd& find_end);

/// Sorts both arrays by the order in which samples flow: a sender stands before its
/// receivers. Rows whose order the connections leave open, and rows in a circle, stay in their
/// order.
void put_in_order_of_flow(Json& components, Json& connections);

}  // namespace orbweaver::control
