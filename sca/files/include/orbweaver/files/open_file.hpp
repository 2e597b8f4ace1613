// SPDX-License-Identifier: Apache-2.0
// An open regular file, and the position of the next read or write.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstdint>

namespace orbweaver::files {

/// Threads: one at a time. Blocks: as the disk does. Fails: with the errno of the call.
class OpenFile {
 public:
  using Failure = os::SystemError;

  explicit OpenFile(os::UniqueFd file) noexcept : file_(std::move(file)) {}

  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  [[nodiscard]] Result<std::uint64_t, Failure> size() const noexcept;
  /// Returns how many bytes a read of `length` bytes would give now; 0 at the end.
  [[nodiscard]] Result<std::uint64_t, Failure> readable(std::uint64_t length) const noexcept;
  /// Fills `space` as far as the file reaches, moves the position, and returns the number of bytes.
  [[nodiscard]] Result<std::size_t, Failure> read(MutableBytes space) noexcept;
  /// Writes all of `bytes` and moves the position. If that fails, the position stays, and a part
  /// may have been written.
  [[nodiscard]] Result<void, Failure> write(Bytes bytes) noexcept;
  /// Moves the position. Fails: EINVAL beyond the end of the file.
  [[nodiscard]] Result<void, Failure> move_to(std::uint64_t position) noexcept;
  /// Closes the file in any case. Fails: as close does, e.g. EIO for an error that a remote disk
  /// reports late.
  [[nodiscard]] Result<void, Failure> close() noexcept;

 private:
  os::UniqueFd file_;
  std::uint64_t position_ = 0;
};

}  // namespace orbweaver::files
