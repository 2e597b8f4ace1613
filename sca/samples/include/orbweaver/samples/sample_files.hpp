// SPDX-License-Identifier: Apache-2.0
// The files that samples come from and go to.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace orbweaver::samples {

/// Ends a wait for bytes, or for room for them. Threads: any.
class Wake {
 public:
  /// Fails: std::system_error.
  Wake();
  /// Ends the present wait, and each later one at once.
  void call() noexcept;
  [[nodiscard]] int descriptor() const noexcept { return descriptor_.get(); }

 private:
  os::UniqueFd descriptor_;
};

/// Threads: one at a time.
class SampleReader {
 public:
  /// "-" is standard input. Fails, with one line: as open(2); a file that holds no whole number of
  /// samples.
  [[nodiscard]] static Result<SampleReader, std::string> open(const std::string& file,
                                                              std::size_t sample_bytes);

  /// As many bytes as there is room for; fewer at the end of the file, and when `wake` was called.
  /// Blocks: until they are there. Fails, with one line: as read(2).
  [[nodiscard]] Result<std::size_t, std::string> read(std::span<std::byte> room, const Wake& wake);
  [[nodiscard]] const std::string& file() const noexcept { return file_; }

 private:
  SampleReader(std::string file, os::UniqueFd descriptor)
      : file_(std::move(file)), descriptor_(std::move(descriptor)) {}

  std::string file_;
  os::UniqueFd descriptor_;
};

/// Writes FILE.part, which becomes FILE when it is kept: what a failed trial leaves does not look
/// whole. Standard output, devices and pipes are written as they are. Threads: one at a time.
class SampleWriter {
 public:
  static constexpr Nanoseconds kLastWait = std::chrono::seconds{2};

  /// "-" is standard output; empty: what is written is dropped. Fails, with one line: as open(2).
  [[nodiscard]] static Result<SampleWriter, std::string> open(const std::string& file);

  /// Blocks: as the file does; once `wake` was called, at most `last_wait` while it takes nothing.
  /// Fails, with one line: as write(2), and then; from then on.
  [[nodiscard]] Result<void, std::string> write(std::span<const std::byte> bytes, const Wake& wake,
                                                Nanoseconds last_wait = kLastWait);
  /// Whether FILE is what was written. Fails, with one line: as close(2) and rename(2).
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
