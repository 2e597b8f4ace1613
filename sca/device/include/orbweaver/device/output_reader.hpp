// SPDX-License-Identifier: Apache-2.0
// Reads the output of programs, line by line under a name of their own. One thread reads for all of
// them.
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

/// A line has at most this many bytes; a longer one is handed on in parts.
inline constexpr std::size_t kMostLineBytes = std::size_t{16} * 1024;

/// The stream that a program wrote to: standard output or standard error.
enum class Stream { output, error };

/// `line` is without its end, and what ends a program's output without one counts as one.
using OnLine = std::function<void(const std::string& name, Stream stream, std::string_view line)>;

/// The ends of two pipes to give a program as its standard output and standard error.
struct OutputEnds {
  os::UniqueFd output, error;
};

/// Threads: any. `on_line` is called on one thread; a program that prints more than it takes waits.
class OutputReader {
 public:
  explicit OutputReader(OnLine on_line);
  /// Hands on what has been printed, and reads no more: programs that still print receive SIGPIPE.
  ~OutputReader();
  OutputReader(const OutputReader&) = delete;
  OutputReader& operator=(const OutputReader&) = delete;

  /// Makes the ends for a program of this name. They are read until every copy of them is closed.
  [[nodiscard]] Result<OutputEnds, os::SystemError> add(const std::string& name);

  /// The last line that the program of this name, which has ended, printed on standard error, and
  /// forgets it; of a long one its first 200 bytes. Empty if there is none. Blocks: until what it
  /// printed is read, or the deadline. Not for `on_line`.
  [[nodiscard]] std::string take_last_error(const std::string& name, const Deadline& deadline);

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace orbweaver::device
