// SPDX-License-Identifier: Apache-2.0
// The ORB names its own option -ORBendPoint, which a user wrote as --endpoint.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::command_line {

/// The ORB's line about an endpoint that it does not take. `endpoints`: those of --endpoint, whose
/// line has this name of the option.
[[nodiscard]] inline std::string named_as_written(std::string line,
                                                  const std::vector<std::string>& endpoints) {
  constexpr std::string_view kOfOrb = "-ORBendPoint", kWritten = "--endpoint";
  const auto is_meant = [&](const std::string& endpoint) {
    return line.ends_with("'" + endpoint + "'");
  };
  if (line.starts_with(kOfOrb) && std::ranges::any_of(endpoints, is_meant))
    line.replace(0, kOfOrb.size(), kWritten);
  return line;
}

}  // namespace orbweaver::command_line
