// SPDX-License-Identifier: Apache-2.0
// The limit of a file that is loaded over TCP: a bare socket.
#pragma once
#include <filesystem>

namespace orbweaver::deploy_bench {

/// The time from the connection until all bytes of the file are read from a TCP socket of the
/// loopback, to which a thread writes them as it reads them from the file.
/// Throws std::system_error.
[[nodiscard]] double raw_load_ms(const std::filesystem::path& file);

}  // namespace orbweaver::deploy_bench
