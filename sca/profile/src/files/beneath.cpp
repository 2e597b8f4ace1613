// SPDX-License-Identifier: Apache-2.0
#include "files/beneath.hpp"

#include <orbweaver/os/paths.hpp>

#include <algorithm>

namespace orbweaver::profile::files {

std::filesystem::path normal(const std::filesystem::path& path) {
  std::error_code error;
  auto lexically_normal = os::absolute(path, error).lexically_normal();
  return lexically_normal.has_filename() || !lexically_normal.has_relative_path()
             ? lexically_normal
             : lexically_normal.parent_path();
}

bool is_beneath(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::ranges::mismatch(path, folder).in2 == folder.end();
}

std::filesystem::path domain_beside(const std::filesystem::path& folder) {
  if (normal(folder).filename() != "dev") return {};
  auto beside = (folder / ".." / "dom").lexically_normal();
  std::error_code error;
  return os::is_directory(beside, error) ? beside : std::filesystem::path{};
}

}  // namespace orbweaver::profile::files
