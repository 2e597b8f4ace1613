// SPDX-License-Identifier: Apache-2.0
// What the operating system and the machine are called, as uname() gives it.
#pragma once
#include <optional>
#include <string>

namespace orbweaver::os {

struct SystemNames {
  std::string system;     // "Linux"
  std::string release;    // of the kernel
  std::string processor;  // "x86_64"
  std::string host;
};

/// The names of this system; nothing if it does not report them.
[[nodiscard]] std::optional<SystemNames> names_of_this_system();

}  // namespace orbweaver::os
