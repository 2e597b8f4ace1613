// SPDX-License-Identifier: Apache-2.0
// How a host process is started: its descriptor 3 is one end of a socket that keeps message
// boundaries (message.hpp).
#pragma once
#include <optional>
#include <string>

namespace orbweaver::guard::hosting {

inline constexpr int kHostSocket = 3;

/// Returns the path of orbweaver-component-host in the folder of the running program; nothing if it
/// is not there.
[[nodiscard]] std::optional<std::string> program_beside_this();

}  // namespace orbweaver::guard::hosting
