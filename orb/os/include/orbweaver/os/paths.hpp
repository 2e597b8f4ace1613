// SPDX-License-Identifier: Apache-2.0
// What paths lead to, as the library says it: functions of std::filesystem under their own names.
#pragma once
#include <filesystem>
#include <system_error>

namespace orbweaver::os {

inline std::filesystem::path canonical(const std::filesystem::path& path, std::error_code& error) {
  return std::filesystem::canonical(path, error);
}
inline std::filesystem::path weakly_canonical(const std::filesystem::path& path,
                                              std::error_code& error) {
  return std::filesystem::weakly_canonical(path, error);
}
inline std::filesystem::path absolute(const std::filesystem::path& path, std::error_code& error) {
  return std::filesystem::absolute(path, error);
}
inline bool exists(const std::filesystem::path& path, std::error_code& error) noexcept {
  return std::filesystem::exists(path, error);
}
inline bool is_directory(const std::filesystem::path& path, std::error_code& error) noexcept {
  return std::filesystem::is_directory(path, error);
}
inline bool is_regular_file(const std::filesystem::path& path, std::error_code& error) noexcept {
  return std::filesystem::is_regular_file(path, error);
}

}  // namespace orbweaver::os
