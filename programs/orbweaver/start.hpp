// SPDX-License-Identifier: Apache-2.0
// Becomes the program that serves a command.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"

namespace orbweaver::command {

using Words = std::vector<std::string>;

/// What the user said before and after the command.
struct Line {
  std::optional<std::filesystem::path> bin;  // --bin
  Words words;                               // after the command, as they were
};

/// Becomes what serves the command. Returns if it cannot: the exit status, after one line on
/// standard error.
[[nodiscard]] int start(const Command& command, const Line& line);

}  // namespace orbweaver::command
