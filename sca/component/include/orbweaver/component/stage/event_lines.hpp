// SPDX-License-Identifier: Apache-2.0
// The JSON lines that a component prints for the program that started it (peers/CONTRACT.md).
#pragma once
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/component/stage/stage_meter.hpp>

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace orbweaver::component {

[[nodiscard]] nlohmann::json to_json(const Summary& summary);
[[nodiscard]] nlohmann::json to_json(const StageReport& report);

/// Prints one line at once, whole, also when several threads print.
void print_line(const nlohmann::json& object, std::FILE* output = stdout);
void print_error(const std::string& name, const std::string& error, std::FILE* output = stdout);

}  // namespace orbweaver::component
