// SPDX-License-Identifier: Apache-2.0
// Small files, whole.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace orbweaver::os {

/// The first `most` bytes of a file; nothing if it cannot be opened. Empty if it cannot be read, as
/// a folder cannot. Uses C's files, because C++'s would be most of the code of a small program.
/// Threads: any. Fails: std::bad_alloc.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& file,
                                                   std::size_t most);

}  // namespace orbweaver::os
