// SPDX-License-Identifier: Apache-2.0
// What a peer program prints on standard output: one JSON object a line, as CONTRACT.md says.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace peer {

/// Threads: any; lines do not mix.
void print_line(const nlohmann::ordered_json& line);

void print_ready(const std::string& name, const std::string& ior);
void print_error(const std::string& name, const std::string& error);

}  // namespace peer
