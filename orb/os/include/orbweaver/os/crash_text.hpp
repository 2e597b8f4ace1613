// SPDX-License-Identifier: Apache-2.0
// Makes names of the numbers in a line of crash_report.hpp.
#pragma once
#include <string>
#include <string_view>

namespace orbweaver::os {

[[nodiscard]] bool is_crash_line(std::string_view line) noexcept;

/// "crashed by SIGSEGV at 0x0 in Gain::process (gain+0x1f2a) < orbweaver::..." of such a line:
/// functions from the one that died on, without arguments of functions and templates; those of the
/// C and C++ libraries are left out. What has no symbol in the line is looked up in the file, if it
/// is there yet; a function without a symbol is its file and place. Any other line as it is.
/// Blocks: to read files.
[[nodiscard]] std::string readable_crash(std::string_view line);

}  // namespace orbweaver::os
