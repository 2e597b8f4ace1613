// SPDX-License-Identifier: Apache-2.0
// Files of this machine by their paths, and what is done with an open one.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace orbweaver::os {

/// Both make the file if it is not there.
enum class OpenToWrite {
  append,   // each write goes behind what is there
  replace,  // what is there is gone
};

// Threads: any. Each blocks as the disk does, and fails with the errno of the call.

/// `mode`: the permissions of the file if it is made, less what the process's mask takes.
[[nodiscard]] Result<UniqueFd, SystemError> open_to_write(const std::filesystem::path& path,
                                                          OpenToWrite how, unsigned mode) noexcept;
/// Does not block, whatever it is.
[[nodiscard]] Result<UniqueFd, SystemError> open_to_read(
    const std::filesystem::path& path) noexcept;

/// Also of a pipe. Returns how many bytes were read; zero: the end. Interrupted reads are repeated.
[[nodiscard]] Result<std::size_t, SystemError> read_some(int file, MutableBytes space) noexcept;
/// Also to a pipe. Returns how many bytes were written. Interrupted writes are repeated.
[[nodiscard]] Result<std::size_t, SystemError> write_some(int file, Bytes bytes) noexcept;
/// Also to a pipe, and waits for room in one. Fails: a part may have been written.
[[nodiscard]] Result<void, SystemError> write_all(int file, Bytes bytes) noexcept;

/// Like read_some() and write_some(), from a place in a plain file.
[[nodiscard]] Result<std::size_t, SystemError> read_at(int file, MutableBytes space,
                                                       std::uint64_t place) noexcept;
[[nodiscard]] Result<std::size_t, SystemError> write_at(int file, Bytes bytes,
                                                        std::uint64_t place) noexcept;
[[nodiscard]] Result<std::uint64_t, SystemError> size_of(int file) noexcept;
[[nodiscard]] Result<void, SystemError> cut_to(int file, std::uint64_t size) noexcept;
/// Returns when what was written outlasts a failure of power.
[[nodiscard]] Result<void, SystemError> flush_to_disk(int file) noexcept;
/// Fails: for example with EIO if a remote disk refuses now what was written before. The file is
/// closed in any case.
[[nodiscard]] Result<void, SystemError> close_file(UniqueFd file) noexcept;

/// Two are equal if the file was neither written nor replaced in between. The time has the steps of
/// the kernel's clock, some milliseconds, so a file that is written in place twice within one, and
/// keeps its size, has equal ones.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t changed_ns = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
/// Of the file at the path; of the one that it leads to, if it is a link.
[[nodiscard]] Result<FileStamp, SystemError> stamp_of(const std::filesystem::path& path) noexcept;

/// Takes the place of what is at `to`.
[[nodiscard]] Result<void, SystemError> rename_file(const std::filesystem::path& from,
                                                    const std::filesystem::path& to) noexcept;
/// The folder, for its owner alone, and those above it that are not there.
[[nodiscard]] Result<void, SystemError> make_private_folder(const std::filesystem::path& path);
/// Like flush_to_disk(), for the names in the folder.
[[nodiscard]] Result<void, SystemError> flush_names(const std::filesystem::path& folder) noexcept;

}  // namespace orbweaver::os
