// SPDX-License-Identifier: Apache-2.0
// Reads the output of programs line by line. One thread reads for all programs.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace orbweaver::device {

/// The longest line in bytes. A longer one is passed on in parts.
inline constexpr std::size_t kMostLineBytes = std::size_t{16} * 1024;

/// The stream that a program wrote to: standard output or standard error.
enum class Stream { output, error };

/// `line` has no newline. Output without a newline at its end counts as a line, too.
using OnLine = std::function<void(const std::string& name, Stream stream, std::string_view line)>;

/// The pipe ends for a program's standard output and standard error.
struct OutputEnds {
  os::UniqueFd output, error;
};

/// Threads: any. `on_line` is called on one thread. A program that prints faster than it returns
/// has to wait.
class OutputReader {
 public:
  explicit OutputReader(OnLine on_line);
  /// Passes on the printed lines and stops reading: programs that still print get SIGPIPE.
  ~OutputReader();
  OutputReader(const OutputReader&) = delete;
  OutputReader& operator=(const OutputReader&) = delete;

  /// Makes the ends for the program `name`. They are read until all copies of them are closed.
  [[nodiscard]] Result<OutputEnds, os::SystemError> add(const std::string& name);

  /// Removes and returns the last line that an ended program printed on standard error, at most its
  /// first 200 bytes; empty if there is none. Blocks: until its output is read, or the deadline.
  /// Must not be called by `on_line`.
  [[nodiscard]] std::string take_last_error(const std::string& name, const Deadline& deadline);

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace orbweaver::device
