// SPDX-License-Identifier: Apache-2.0
// The shared library that holds this code, where a program does not hold it itself.
#pragma once
#include <optional>
#include <string>

namespace orbweaver::os {

/// The folder of liborbweaver.so, for LD_LIBRARY_PATH of programs that are copies of what was
/// installed beside it. Nothing: the running program holds this code itself, or the dynamic loader
/// looks in that folder in any case.
[[nodiscard]] std::optional<std::string> folder_of_this_library();

}  // namespace orbweaver::os
