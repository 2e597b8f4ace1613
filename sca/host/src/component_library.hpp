// SPDX-License-Identifier: Apache-2.0
// A shared library with a component, opened.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/resource/program/library.hpp>

#include <string>

namespace orbweaver::host {

/// The function that makes the library's component. The library stays loaded for good. Fails with
/// one line: the system's reason, or that it has no such function.
[[nodiscard]] Result<resource::MakeComponent*, std::string> open_library(const std::string& path);

}  // namespace orbweaver::host
