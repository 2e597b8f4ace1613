// What a program prints, for the program or the user that started it.
#pragma once
#include <string>
#include <string_view>

namespace orbweaver::os {

inline constexpr int kStandardOutput = 1, kStandardError = 2;

/// Threads: any; one text is not mixed with another. What cannot be written is dropped.
void print_error(std::string_view text) noexcept;

/// Without control characters: a message of a component or a peer begins no line of its own, and
/// steers no terminal.
[[nodiscard]] std::string on_one_line(std::string text);

/// "NAME: TEXT" as one line. Threads: any; one line is not mixed with another.
void print_error_of(const std::string& name, const std::string& text);

/// False: this process was started without one.
[[nodiscard]] bool has_standard_error() noexcept;

}  // namespace orbweaver::os
