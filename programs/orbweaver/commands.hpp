// SPDX-License-Identifier: Apache-2.0
// The commands of `orbweaver`, in one table: what each does, and what serves it.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace orbweaver::command {

enum class ServedBy {
  program,   // orbweaver-NAME
  control,   // orbweaver-control, which has NAME as its first word
  python,    // the part of the command that is written in Python
  readable,  // that part where there is one, as it prints tables; else orbweaver-NAME
};

struct Command {
  std::string_view name;
  ServedBy served_by;
  std::string_view does;
};

[[nodiscard]] std::span<const Command> all_commands() noexcept;

/// Null: there is none of this name.
[[nodiscard]] const Command* find_command(std::string_view name) noexcept;

/// The name of the program of a command that is served by one.
[[nodiscard]] std::string program_of(const Command& command);

/// The command that a user most likely meant with `word`; empty: none is near.
[[nodiscard]] std::string_view nearest_command(std::string_view word) noexcept;

/// What `orbweaver --help` prints.
[[nodiscard]] std::string help_text();

/// What `orbweaver --describe` prints: the table as JSON, from which completion and manual pages
/// are made.
[[nodiscard]] std::string description();

}  // namespace orbweaver::command
