// SPDX-License-Identifier: Apache-2.0
// A daemon's log: a file with a JSON object on each line.
//
//   {"time":"2026-03-01T12:00:00.123456Z","level":"FAILURE_ALARM","producer":"DCE:1",
//    "name":"Lab","text":"..."}
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/program/log_record.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace orbweaver::program {

struct LogProducer {
  std::string id, name;
};

struct LogLimits {
  std::size_t lines_a_second = 1'000;
  std::size_t line_bytes = 4'096;  // of the text; the rest is cut
  // then FILE is renamed to FILE.1, which replaces the old FILE.1
  std::uint64_t file_bytes = 16'777'216;
  std::function<TimePoint()> clock = now;
};

/// Threads: any. Blocks: on the file system, for one write. Lines beyond the limits, and lines that
/// the file system refuses, are counted. Before the next line that is written, a FLOW_CONTROL_ERROR
/// reports the count.
class LogFile {
 public:
  /// Opens the file to append to it, and makes it, readable for its owner only, if it does not
  /// exist. Fails: with one line.
  [[nodiscard]] static Result<LogFile, std::string> open(std::filesystem::path path,
                                                         LogLimits limits = {});
  LogFile(LogFile&& other) noexcept;
  LogFile& operator=(LogFile&&) = delete;
  /// Writes how many lines were lost last.
  ~LogFile();

  void write(const LogProducer& producer, const LogRecord& record);

 private:
  LogFile(std::filesystem::path path, LogLimits limits, os::UniqueFd file, std::uint64_t size);
  [[nodiscard]] bool is_over_the_rate();
  void write_lost(const LogProducer& producer);
  [[nodiscard]] bool append(const LogProducer& producer, const LogRecord& record);
  [[nodiscard]] bool has_room(std::size_t more);

  const std::filesystem::path path_;
  const LogLimits limits_;
  os::Mutex mutex_;  // of all that follows
  os::UniqueFd file_;
  std::uint64_t size_;
  TimePoint second_began_;
  std::size_t in_this_second_ = 0;
  std::size_t lost_ = 0;
  LogProducer lost_by_;
};

}  // namespace orbweaver::program
