// Paths and folders, without a look at links.
#pragma once
#include <filesystem>

namespace orbweaver::profile::files {

/// Absolute, without `.` and `..`.
[[nodiscard]] std::filesystem::path normal(const std::filesystem::path& path);

/// Whether `path` is `folder` or lies below it; both absolute and normal.
[[nodiscard]] bool is_beneath(const std::filesystem::path& path,
                              const std::filesystem::path& folder);

}  // namespace orbweaver::profile::files
