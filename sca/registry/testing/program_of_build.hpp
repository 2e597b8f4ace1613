// SPDX-License-Identifier: Apache-2.0
// Where the programs of the build are that tests start.
#pragma once
#include <filesystem>
#include <string>

namespace orbweaver::registry::test {

/// Beside the program that asks.
[[nodiscard]] inline std::filesystem::path program_of_build(const std::string& name) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

}  // namespace orbweaver::registry::test
