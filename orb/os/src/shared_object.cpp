// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/shared_object.hpp>

#include <dlfcn.h>

#include <filesystem>
#include <optional>
#include <string_view>

namespace orbweaver::os {

namespace {

constexpr std::string_view kThisLibrary = "liborbweaver.so";

const char kHere = 0;

// Nothing: the program holds this code itself.
std::optional<std::filesystem::path> this_library() {
  Dl_info found{};
  if (::dladdr(&kHere, &found) == 0 || found.dli_fname == nullptr) return std::nullopt;
  std::filesystem::path file{found.dli_fname};
  if (!file.filename().string().starts_with(kThisLibrary)) return std::nullopt;
  return file;
}

// What it refers to is bound when it is first used.
bool loads(const std::string& path) noexcept {
  return ::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr;
}

}  // namespace

Result<void, std::string> load_beside_this_library(const std::string& name) {
  const auto library = this_library();
  if (!library)
    return unexpected{"this program holds Orbweaver's code itself, but not that of " + name +
                      ": link the shared library"};
  const auto wanted = name + library->filename().string().substr(kThisLibrary.size());
  const auto folder = library->parent_path();
  for (const auto& path : {folder / wanted, folder / "orbweaver" / wanted})
    if (loads(path.string())) return {};
  const auto* const why = ::dlerror();
  return unexpected{std::string{why != nullptr ? why : "the loader found no " + wanted}};
}

}  // namespace orbweaver::os
