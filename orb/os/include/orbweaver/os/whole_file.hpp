// SPDX-License-Identifier: Apache-2.0
// Files that are replaced whole: a reader finds the text before or the new one, and no part.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <filesystem>
#include <string_view>

namespace orbweaver::os {

/// Writes `path`.new, which takes the place of what is at `path`. Returns the file, open for
/// writing: while it is open, no new file has its inode. `mode`: its permissions, less what the
/// process's mask takes, whatever those of the file before are.
/// Threads: one for each path. Blocks as the disk does. Fails: with the errno of the call; the file
/// before stays, and no other is left.
[[nodiscard]] Result<UniqueFd, SystemError> replace_file(const std::filesystem::path& path,
                                                         std::string_view text, unsigned mode);

}  // namespace orbweaver::os
