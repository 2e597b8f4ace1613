// SPDX-License-Identifier: Apache-2.0
// Functions on paths.
#pragma once
#include <filesystem>

namespace orbweaver::profile::files {

/// Makes the path absolute, and removes `.` and `..`.
[[nodiscard]] std::filesystem::path normal(const std::filesystem::path& path);

/// Whether `path` is `folder` or lies below it. Both must be absolute and normal.
[[nodiscard]] bool is_beneath(const std::filesystem::path& path,
                              const std::filesystem::path& folder);

/// Returns the folder `dom` beside a folder `dev`; empty if there is none.
[[nodiscard]] std::filesystem::path domain_beside(const std::filesystem::path& folder);

}  // namespace orbweaver::profile::files
