// SPDX-License-Identifier: Apache-2.0
#include "component_library.hpp"

#include <dlfcn.h>

#include <algorithm>

namespace orbweaver::host {

namespace {

std::string last_error() {
  const auto* const text = ::dlerror();
  std::string line = text != nullptr ? text : "unknown error";
  std::ranges::replace(line, '\n', ' ');
  return line;
}

}  // namespace

Result<resource::MakeComponent*, std::string> open_library(const std::string& path) {
  // Resolves all symbols now: a missing one is an error here, and not later in a call.
  auto* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return unexpected(
        "it cannot be opened: " + last_error() +
        "; link it with no room of Orbweaver, as orbweaver_component() of CMake does");
  auto* const function = ::dlsym(library, resource::kMakeComponent);
  if (function != nullptr) return reinterpret_cast<resource::MakeComponent*>(function);
  return unexpected(path + " is no component: it has no function " + resource::kMakeComponent +
                    "; write it, as in <orbweaver/resource/program/library.hpp>");
}

}  // namespace orbweaver::host
