// SPDX-License-Identifier: Apache-2.0
// The program of a host process, and how it is started: its descriptor 3 is its end of a socket
// that keeps the borders of messages (message.hpp).
#pragma once
#include <optional>
#include <string>

namespace orbweaver::guard::hosting {

inline constexpr int kHostSocket = 3;

/// The path of orbweaver-component-host if it lies in the folder of the running program.
[[nodiscard]] std::optional<std::string> program_beside_this();

}  // namespace orbweaver::guard::hosting
