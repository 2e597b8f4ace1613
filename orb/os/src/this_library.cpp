// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/this_library.hpp>

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

namespace orbweaver::os {

namespace {

const char kHere = 0;

// In /usr/lib, say, or in /usr/lib/x86_64-linux-gnu.
bool is_searched_by_loader(const std::filesystem::path& folder) {
  const bool is_for_one_machine = folder.filename().string().find("-linux-") != std::string::npos;
  const auto above = (is_for_one_machine ? folder.parent_path() : folder).parent_path();
  return above == "/" || above == "/usr";
}

}  // namespace

std::optional<std::string> folder_of_this_library() {
  Dl_info found{};
  if (::dladdr(&kHere, &found) == 0 || found.dli_fname == nullptr) return std::nullopt;
  const std::filesystem::path file{found.dli_fname};
  if (!file.filename().string().starts_with("liborbweaver.so")) return std::nullopt;
  std::error_code failure;
  const auto folder = std::filesystem::canonical(file.parent_path(), failure);
  if (failure || is_searched_by_loader(folder)) return std::nullopt;
  return folder.string();
}

}  // namespace orbweaver::os
