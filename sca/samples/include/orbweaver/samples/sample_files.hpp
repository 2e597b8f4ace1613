// SPDX-License-Identifier: Apache-2.0
// Files of samples, for reading and writing.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace orbweaver::samples {

/// Ends a wait for data, or for room to write. Threads: any.
class Wake {
 public:
  /// Fails: std::system_error.
  Wake();
  /// Ends the present wait. Each later wait ends at once.
  void call() noexcept;
  [[nodiscard]] int descriptor() const noexcept { return descriptor_.get(); }

 private:
  os::UniqueFd descriptor_;
};

/// Threads: one at a time.
class SampleReader {
 public:
  /// Opens a file; "-" is standard input. Fails, with one line: as open(2); if the file has no
  /// whole number of samples.
  [[nodiscard]] static Result<SampleReader, std::string> open(const std::string& file,
                                                              std::size_t sample_bytes);

  /// Fills `room`; reads fewer bytes at the end of the file, and when `wake` was called. Blocks:
  /// until then. Fails, with one line: as read(2).
  [[nodiscard]] Result<std::size_t, std::string> read(std::span<std::byte> room, const Wake& wake);
  [[nodiscard]] const std::string& file() const noexcept { return file_; }

 private:
  SampleReader(std::string file, os::UniqueFd descriptor)
      : file_(std::move(file)), descriptor_(std::move(descriptor)) {}

  std::string file_;
  os::UniqueFd descriptor_;
};

/// Writes FILE.part, which is renamed to FILE when it is kept, so that the file of a failed trial
/// does not look complete. Standard output, devices and pipes are written directly. Threads: one at
/// a time.
class SampleWriter {
 public:
  static constexpr Nanoseconds kLastWait = std::chrono::seconds{2};

  /// Opens a file; "-" is standard output; empty: the samples are dropped. Fails, with one line: as
  /// open(2).
  [[nodiscard]] static Result<SampleWriter, std::string> open(const std::string& file);

  /// Writes the bytes. Blocks: while the file accepts none; once `wake` was called, at most for
  /// `last_wait`. Fails, with one line: as write(2), or after `last_wait`; then every later call
  /// fails, too.
  [[nodiscard]] Result<void, std::string> write(std::span<const std::byte> bytes, const Wake& wake,
                                                Nanoseconds last_wait = kLastWait);
  /// Ends writing. If `is_kept`, FILE.part becomes FILE; otherwise an empty FILE.part is removed.
  /// Fails, with one line: as close(2) and rename(2).
  [[nodiscard]] Result<void, std::string> finish(bool is_kept);
  /// The path of the unfinished file if its content is not kept; empty: there is none.
  [[nodiscard]] const std::string& part() const noexcept { return part_; }

 private:
  SampleWriter() = default;

  std::string file_, part_;
  std::size_t most_at_once_ = 0;  // bytes for which there is room when poll(2) says so
  os::UniqueFd descriptor_;
};

}  // namespace orbweaver::samples
