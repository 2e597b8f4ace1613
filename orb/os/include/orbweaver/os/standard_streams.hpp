// SPDX-License-Identifier: Apache-2.0
// What a program reads and prints, for the program or the user that started it.
#pragma once
#include <string>
#include <string_view>

namespace orbweaver::os {

inline constexpr int kStandardInput = 0, kStandardOutput = 1, kStandardError = 2;

/// /dev/null takes the place of each standard stream that the process was started without. Without
/// that the next file or socket gets its number, and what the program prints goes into it.
/// Threads: before the first that opens a file. Where there is no /dev/null, nothing changes.
void fill_missing_streams() noexcept;

/// The first call of a program's main. It fills missing streams; and when main returns, or exit()
/// is called, it sees to standard output: if what was printed could not be written (the disk is
/// full), it prints one line and ends the process with status 1. A reader that has left is no
/// failure.
void begin_standard_streams() noexcept;

/// Threads: any; one text is not mixed with another. What cannot be written is dropped.
void print_error(std::string_view text) noexcept;

/// At once, behind what was printed with stdio. Threads: any. Blocks until the reader takes it.
/// What cannot be written is dropped, and begin_standard_streams() reports it at the end.
void print_output(std::string_view text) noexcept;

/// Without control characters: a message of a component or a peer begins no line of its own, and
/// steers no terminal.
[[nodiscard]] std::string on_one_line(std::string text);

/// "NAME: TEXT" as one line. Threads: any; one line is not mixed with another.
void print_error_of(const std::string& name, const std::string& text);

/// Whether a person reads or writes the standard stream at a terminal.
[[nodiscard]] bool is_terminal(int descriptor) noexcept;

/// False: this process was started without one.
[[nodiscard]] bool has_standard_error() noexcept;

}  // namespace orbweaver::os
