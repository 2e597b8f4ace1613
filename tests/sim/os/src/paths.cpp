// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/paths.hpp>
#include <orbweaver/sim/disk.hpp>

#include "simulated.hpp"

namespace orbweaver::os {

namespace {

enum class Found { nothing, folder, plain };

// As they are written on the disk: without a slash at the end.
std::filesystem::path normal(const std::filesystem::path& path) {
  auto result = ("/" / path).lexically_normal();
  return result.has_filename() || !result.has_relative_path() ? result : result.parent_path();
}

Found find(const std::filesystem::path& path) {
  return in_system([&] {
    const auto entry = sim::disk_here().find(normal(path).string());
    if (!entry) return Found::nothing;
    return entry->is_folder ? Found::folder : Found::plain;
  });
}

}  // namespace

std::filesystem::path weakly_canonical(const std::filesystem::path& path, std::error_code& error) {
  error.clear();
  return normal(path);
}

std::filesystem::path canonical(const std::filesystem::path& path, std::error_code& error) {
  if (os::exists(path, error)) return normal(path);
  error = std::make_error_code(std::errc::no_such_file_or_directory);
  return {};
}

std::filesystem::path absolute(const std::filesystem::path& path, std::error_code& error) {
  error.clear();
  return "/" / path;
}

bool exists(const std::filesystem::path& path, std::error_code& error) noexcept {
  error.clear();
  return find(path) != Found::nothing;
}

bool is_directory(const std::filesystem::path& path, std::error_code& error) noexcept {
  error.clear();
  return find(path) == Found::folder;
}

bool is_regular_file(const std::filesystem::path& path, std::error_code& error) noexcept {
  error.clear();
  return find(path) == Found::plain;
}

}  // namespace orbweaver::os
