// SPDX-License-Identifier: Apache-2.0
// A folder of this machine as a file system: names lead only to files below it. FileSystem makes a
// CF::FileSystem of it. Does not use CORBA.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/files/file_name.hpp>
#include <orbweaver/files/open_file.hpp>
#include <orbweaver/files/replacement.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::files {

enum class FileKind { plain, folder };

struct FileInformation {
  std::string name;  // without its folder
  FileKind kind = FileKind::plain;
  std::uint64_t size = 0;  // bytes; 0 of a folder
  /// Seconds since 1970. If the file system keeps no time of creation, `created` is when the
  /// file's metadata changed last.
  std::uint64_t created = 0, modified = 0, accessed = 0;
  bool is_executable = false;
};

struct Space {
  std::uint64_t size = 0, available = 0;  // bytes; available to this user
};

enum class Access { read_only, read_write };

/// Threads: any. Blocks: on the disk. Fails: with the errno of the call that failed: ENOENT,
/// ENOTDIR and so on as in POSIX; EXDEV or ELOOP if a link leads out of the root; EINVAL for what
/// is neither a regular file nor a folder.
class RootFolder {
 public:
  using Failure = os::SystemError;

  [[nodiscard]] static Result<RootFolder, Failure> open(const std::filesystem::path& path);

  [[nodiscard]] Result<OpenFile, Failure> open_file(const FileName& name, Access access) const;
  /// Makes an empty file, open for reading and writing. Fails: EEXIST.
  [[nodiscard]] Result<OpenFile, Failure> create_file(const FileName& name) const;
  /// Whether there is a file below the root that this process may look at.
  [[nodiscard]] bool exists(const FileName& name) const;
  [[nodiscard]] Result<FileInformation, Failure> information_of(const FileName& name) const;
  /// Returns the entries sorted by name. An entry is left out if it vanishes meanwhile, is neither
  /// a regular file nor a folder, or leads out of the root.
  [[nodiscard]] Result<std::vector<FileInformation>, Failure> list(
      const FilePattern& pattern) const;
  [[nodiscard]] Result<void, Failure> remove_file(const FileName& name) const;
  /// Makes the folder and the folders above it. Fails: EEXIST.
  [[nodiscard]] Result<void, Failure> make_folder(const FileName& name) const;
  /// Removes the folder. Fails: ENOTEMPTY.
  [[nodiscard]] Result<void, Failure> remove_folder(const FileName& name) const;
  /// Replaces `destination` in one step: a reader sees the whole old file or the whole new one.
  [[nodiscard]] Result<void, Failure> copy(const FileName& source,
                                           const FileName& destination) const;
  /// Begins a new file that replaces `name` once it is complete; see Replacement.
  [[nodiscard]] Result<Replacement, Failure> replace(const FileName& name) const;
  [[nodiscard]] Result<Space, Failure> space() const;

 private:
  explicit RootFolder(os::UniqueFd folder) : folder_(std::move(folder)) {}
  [[nodiscard]] Result<os::UniqueFd, Failure> look_at(const FileName& name) const;
  os::UniqueFd folder_;
};

}  // namespace orbweaver::files
