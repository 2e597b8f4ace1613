// SPDX-License-Identifier: Apache-2.0
// Paths and folders.
#pragma once
#include <filesystem>

namespace orbweaver::profile::files {

/// Absolute, without `.` and `..`.
[[nodiscard]] std::filesystem::path normal(const std::filesystem::path& path);

/// Whether `path` is `folder` or lies below it; both absolute and normal.
[[nodiscard]] bool is_beneath(const std::filesystem::path& path,
                              const std::filesystem::path& folder);

/// For a folder `dev` with a folder `dom` beside it, the latter; else empty.
[[nodiscard]] std::filesystem::path domain_beside(const std::filesystem::path& folder);

}  // namespace orbweaver::profile::files
