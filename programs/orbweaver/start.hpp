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

/// The command line, before and after the command.
struct Line {
  std::optional<std::filesystem::path> bin;  // --bin
  Words words;                               // the words after the command, unchanged
};

/// Becomes the program that serves the command. If it cannot, prints one line on standard error and
/// returns the exit status.
[[nodiscard]] int start(const Command& command, const Line& line);

}  // namespace orbweaver::command
