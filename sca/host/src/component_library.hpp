// SPDX-License-Identifier: Apache-2.0
// Opens a shared library with a component.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/resource/program/library.hpp>

#include <string>

namespace orbweaver::host {

/// Returns the function that makes the library's component. The library is never unloaded. Fails
/// with one line: the system's reason, or that there is no such function.
[[nodiscard]] Result<resource::MakeComponent*, std::string> open_library(const std::string& path);

}  // namespace orbweaver::host
