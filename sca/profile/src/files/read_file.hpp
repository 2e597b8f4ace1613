// SPDX-License-Identifier: Apache-2.0
// Reads a regular file.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <string>

namespace orbweaver::profile::files {

struct ReadFault {
  enum class Cause { unreadable, too_large };
  Cause cause = Cause::unreadable;
  std::string text;  // "permission denied", "it is a folder"
};

/// Fails: `too_large` beyond `limit` bytes; `unreadable` for all other reasons. Never waits for a
/// writer of a pipe.
[[nodiscard]] Result<std::string, ReadFault> read_file(const std::filesystem::path& path,
                                                       std::size_t limit);

}  // namespace orbweaver::profile::files
