// SPDX-License-Identifier: Apache-2.0
// The tables of `orbweaver stats`, of its document.
#pragma once
#include <orbweaver/control/report.hpp>

#include <string>

namespace orbweaver::control {

/// "2.05 M", "488", "0": three figures, with a prefix of a thousand.
[[nodiscard]] std::string rate_text(double value);
/// "85 us", "1.20 ms": of microseconds.
[[nodiscard]] std::string time_text(double microseconds);
/// The document of statistics() as a table: components with the shares of their time, connections
/// with their flow, and a line for each connection that takes no packets.
[[nodiscard]] std::string text_of_flow(const Json& document);

}  // namespace orbweaver::control
