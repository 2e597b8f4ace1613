// What a program prints, for the program or the user that started it.
#pragma once
#include <string_view>

namespace orbweaver::os {

inline constexpr int kStandardOutput = 1, kStandardError = 2;

/// Threads: any; one text is not mixed with another. What cannot be written is dropped.
void print_error(std::string_view text) noexcept;

/// False: this process was started without one.
[[nodiscard]] bool has_standard_error() noexcept;

}  // namespace orbweaver::os
