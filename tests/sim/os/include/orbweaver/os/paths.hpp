// SPDX-License-Identifier: Apache-2.0
// Simulated: orb/os has the product's. There are no links, and the working folder is the root.
#pragma once
#include <filesystem>
#include <system_error>

namespace orbweaver::os {

[[nodiscard]] std::filesystem::path canonical(const std::filesystem::path& path,
                                              std::error_code& error);
[[nodiscard]] std::filesystem::path weakly_canonical(const std::filesystem::path& path,
                                                     std::error_code& error);
[[nodiscard]] std::filesystem::path absolute(const std::filesystem::path& path,
                                             std::error_code& error);
[[nodiscard]] bool exists(const std::filesystem::path& path, std::error_code& error) noexcept;
[[nodiscard]] bool is_directory(const std::filesystem::path& path, std::error_code& error) noexcept;
[[nodiscard]] bool is_regular_file(const std::filesystem::path& path,
                                   std::error_code& error) noexcept;

}  // namespace orbweaver::os
