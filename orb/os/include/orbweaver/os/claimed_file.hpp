// SPDX-License-Identifier: Apache-2.0
// A file that a process claims for as long as it lives. Other programs of the same user find out
// whether that process still runs, also after `kill -9`.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::os {

class ClaimedFile {
 public:
  /// Writes the text, for this user alone; a file without a living owner is taken over.
  /// Fails: EAGAIN if another process has claimed the file; else as open() and write() do.
  [[nodiscard]] static Result<ClaimedFile, SystemError> make(const std::filesystem::path& path,
                                                             std::string_view text);
  ClaimedFile(ClaimedFile&& other) noexcept
      : path_(std::exchange(other.path_, {})), file_(std::move(other.file_)) {}
  ClaimedFile& operator=(ClaimedFile&&) = delete;
  /// Removes the file.
  ~ClaimedFile();

 private:
  ClaimedFile(std::filesystem::path path, UniqueFd file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::filesystem::path path_;
  UniqueFd file_;
};

/// The first `most` bytes of a file that a living process has claimed. Nothing if there is none, or
/// if it is another user's. Threads: any.
[[nodiscard]] std::optional<std::string> read_claimed_file(const std::filesystem::path& path,
                                                           std::size_t most);

/// Whether the folder is one of this user, which no other user may enter. A link is none.
[[nodiscard]] bool is_private_folder(const std::filesystem::path& path) noexcept;

/// The number of the user that this process acts for.
[[nodiscard]] unsigned user_id() noexcept;

}  // namespace orbweaver::os
