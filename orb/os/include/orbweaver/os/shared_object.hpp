// SPDX-License-Identifier: Apache-2.0
// Shared libraries that a program loads when it needs them.
#pragma once
#include <orbweaver/base/result.hpp>

#include <string>

namespace orbweaver::os {

/// Loads the library, for as long as the process lives: from the folder of the library that holds
/// this code, or from `orbweaver` in it, where a distribution puts it. Its constructors run before
/// this returns. `name`: without the version, "liborbweaver_tls.so"; the version of this library is
/// added to it.
/// Fails: with what the loader says.
[[nodiscard]] Result<void, std::string> load_beside_this_library(const std::string& name);

}  // namespace orbweaver::os
