// SPDX-License-Identifier: Apache-2.0
// Replaces the ORB's option name -ORBendPoint in an error by --endpoint, if the user wrote that.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::command_line {

/// `line`: the ORB's error about an endpoint. `endpoints`: the values of --endpoint.
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
