// SPDX-License-Identifier: Apache-2.0
// The table of all commands of `orbweaver`: what each does, and which program serves it.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::command {

enum class ServedBy {
  program,   // orbweaver-NAME
  control,   // orbweaver-control, with NAME as its first word
  python,    // the Python part
  readable,  // the Python part if it can print tables; else orbweaver-NAME
};

struct Command {
  std::string_view name;
  ServedBy served_by;
  std::string_view does;
};

[[nodiscard]] std::span<const Command> all_commands() noexcept;

/// Returns null if there is no such command.
[[nodiscard]] const Command* find_command(std::string_view name) noexcept;

/// Returns the name of the program that serves the command.
[[nodiscard]] std::string program_of(const Command& command);

/// Returns the command that is nearest to `word`; empty if none is near.
[[nodiscard]] std::string_view nearest_command(std::string_view word) noexcept;

/// Returns the text of `orbweaver --help`.
[[nodiscard]] std::string help_text();

/// Returns the text of `orbweaver --describe`: the table as JSON, for completion and manual pages.
[[nodiscard]] std::string description();

}  // namespace orbweaver::command
