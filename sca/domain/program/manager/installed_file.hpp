// A file that keeps which applications are installed, so that a domain that starts again has them
// again.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// Of their profiles, in the SCA file system.
using InstalledFiles = std::vector<std::string>;

/// None if there is no file yet. Fails: with one line.
[[nodiscard]] Result<InstalledFiles, std::string> read_installed(const std::filesystem::path& file);

/// A reader finds the old list or the new one, whole, also after a failure of power.
/// Fails: with one line.
[[nodiscard]] Result<void, std::string> write_installed(const std::filesystem::path& file,
                                                        const InstalledFiles& installed);

}  // namespace orbweaver::domain
