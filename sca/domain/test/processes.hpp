// SPDX-License-Identifier: Apache-2.0
// Processes of this machine.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace orbweaver::domain::test {

/// Processes of this machine that run a file below the folder.
inline std::ptrdiff_t processes_from(const std::filesystem::path& folder) {
  std::ptrdiff_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
    std::error_code error;
    const auto file = std::filesystem::read_symlink(entry.path() / "exe", error).string();
    if (file.starts_with(folder.string() + "/")) ++count;
  }
  return count;
}

}  // namespace orbweaver::domain::test
