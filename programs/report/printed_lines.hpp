// SPDX-License-Identifier: Apache-2.0
// What one component has printed, as the record of a run or of a trial keeps it.
#pragma once
#include <orbweaver/device/output_reader.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string_view>

namespace orbweaver::report {

/// For one thread at a time.
struct PrintedLines {
  using Json = nlohmann::ordered_json;
  /// Of each list; what comes after them is counted.
  static constexpr std::size_t kMostLines = 1'000'000;

  Json events = Json::array();  // the JSON objects of standard output
  Json lines = Json::array();   // all others, those of standard error after "error: "
  std::size_t dropped = 0;

  void take(device::Stream stream, std::string_view line);
};

}  // namespace orbweaver::report
