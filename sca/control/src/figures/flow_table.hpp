// SPDX-License-Identifier: Apache-2.0
// The tables of `orbweaver stats`, made from its JSON document.
#pragma once
#include <orbweaver/control/report.hpp>

#include <string>

namespace orbweaver::control {

/// Formats with three significant digits and a prefix: "2.05 M", "488", "0".
[[nodiscard]] std::string rate_text(double value);
/// Formats a time in microseconds: "85 us", "1.20 ms".
[[nodiscard]] std::string time_text(double microseconds);
/// Formats the document of statistics() as tables: components with the shares of their time,
/// connections with their flow, and a line for each connection that drops all packets.
[[nodiscard]] std::string text_of_flow(const Json& document);

}  // namespace orbweaver::control
