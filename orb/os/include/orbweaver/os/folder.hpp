// SPDX-License-Identifier: Apache-2.0
// What lies beneath an open folder. Paths cannot leave it: neither by "..", nor by a link, absolute
// or not, nor through the kernel's own links in /proc; not even while another process exchanges
// folders.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::os {

enum class OpenBeneath {
  to_look,        // at what it is; for a folder also as the folder of further paths
  to_read,        // does not block, whatever it is
  to_read_write,  // as to_read
  to_list,        // a folder
  to_create,      // a new plain file, for reading and writing. Fails: EEXIST
};

struct EntryInformation {
  enum class Kind { plain, folder, other };
  Kind kind = Kind::other;
  std::uint64_t size = 0;  // bytes
  /// Seconds since 1970. Without a time of creation, that of the last change of what is known of
  /// it.
  std::uint64_t created = 0, modified = 0, accessed = 0;
  unsigned mode = 0;  // permissions to read, write and execute it
};

struct DiskSpace {
  std::uint64_t size = 0, available = 0;  // bytes; available to this user
};

// Threads: any. Each blocks as the disk does, and fails with the errno of the call.

[[nodiscard]] Result<UniqueFd, SystemError> open_folder(const std::filesystem::path& path) noexcept;

/// `path`: relative. `mode`: of a new file, less what the process's mask takes. Links that stay
/// beneath `folder` are followed where the kernel can tell (openat2, Linux 5.6). Fails: EXDEV or
/// ELOOP if the path leads out.
[[nodiscard]] Result<UniqueFd, SystemError> open_beneath(int folder, const std::string& path,
                                                         OpenBeneath how, unsigned mode = 0);
/// The way without openat2: step by step, and no link at all.
[[nodiscard]] Result<UniqueFd, SystemError> open_without_links(int folder, const std::string& path,
                                                               OpenBeneath how, unsigned mode = 0);

/// Information about the file or folder that a descriptor of these functions stands for.
[[nodiscard]] Result<EntryInformation, SystemError> information_of(int opened) noexcept;
/// The names in a folder that was opened to_list, without "." and ".."; in the order of the folder.
[[nodiscard]] Result<std::vector<std::string>, SystemError> names_in(UniqueFd folder);
[[nodiscard]] Result<DiskSpace, SystemError> space_of(int folder) noexcept;

// Names right in the folder.

/// A new file that only its owner may use, for writing. Fails: EEXIST.
[[nodiscard]] Result<UniqueFd, SystemError> create_private_in(int folder,
                                                              const std::string& name) noexcept;
[[nodiscard]] Result<void, SystemError> make_folder_in(int folder, const std::string& name,
                                                       unsigned mode) noexcept;
[[nodiscard]] Result<void, SystemError> remove_file_in(int folder,
                                                       const std::string& name) noexcept;
[[nodiscard]] Result<void, SystemError> remove_folder_in(int folder,
                                                         const std::string& name) noexcept;
[[nodiscard]] Result<void, SystemError> set_mode_in(int folder, const std::string& name,
                                                    unsigned mode) noexcept;
/// Takes the place of what has the name `to`.
[[nodiscard]] Result<void, SystemError> rename_in(int folder, const std::string& from,
                                                  const std::string& to) noexcept;

}  // namespace orbweaver::os
